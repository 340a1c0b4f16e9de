/** The agents of the demo: two directors, of which one can be dispatched as well, and a role. */
export const agents = [
  { id: 'ship', prompt: 'You direct the ship mode.' },
  { id: 'explore', mode: 'all', description: 'Directs the explore mode.', prompt: 'You direct the explore mode.' },
  { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', prompt: 'You build.' },
] as const
