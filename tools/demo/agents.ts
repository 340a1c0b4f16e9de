/** The agents of the demo: two directors and a role. */
export const agents = [
  { id: 'ship', prompt: 'You direct the ship mode.' },
  { id: 'explore', prompt: 'You direct the explore mode.' },
  { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', prompt: 'You build.' },
] as const
