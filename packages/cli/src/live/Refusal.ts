/** Why a command cannot do what it was asked: one sentence with what, where and what to do. Ends the command with exit code 2. */
export class Refusal extends Error {}
