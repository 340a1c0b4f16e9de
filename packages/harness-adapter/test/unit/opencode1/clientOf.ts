/** A harness's client whose sessions have one agent selected, and of which a request of that agent is under way. */
export const clientOf = (agent: string) => ({
  session: {
    get: async ({ path }: { path: { id: string } }) => ({ data: { id: path.id, agent } }),
    messages: async () => ({
      data: [
        { info: { id: 'msg_000000000001', role: 'user', agent, time: { created: 1 } }, parts: [] },
        {
          info: {
            id: 'msg_000000000002',
            role: 'assistant',
            agent,
            parentID: 'msg_000000000001',
            time: { created: 1 },
          },
          parts: [],
        },
      ],
    }),
  },
})
