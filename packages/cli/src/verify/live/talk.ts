import { postureOf, type RegistryBundle } from '@active-mode/core'
import { renderBlock } from '@active-mode/harness-adapter/library'
import type { Reply, StandInModel, WireRequest } from '@active-mode/lab/harness'
import { summaryReply } from '@active-mode/lab/harness2'
import type { Conversation, HarnessAgent } from '../Conversation.js'
import type { Exchange, Occasion, Received } from '../Exchange.js'
import type { TalkPlan } from '../planTalk.js'

/** What is spoken, and of what. */
export interface Talk {
  readonly conversation: Conversation
  readonly model: StandInModel
  readonly bundle: RegistryBundle
  readonly say: (line: string) => void
}

/** How long is spoken, in milliseconds; whoever did not get a word in by then is not spoken to. */
const mostMs = 35_000

/** One turn of each director, a compaction in the session of the first, and one turn of a copilot. */
export const talk = async (plan: TalkPlan, given: Talk): Promise<ReadonlyArray<Exchange>> => {
  given.model.respond(replyWithMark)
  const [first] = plan.directors
  const exchanges: Exchange[] = []
  const until = Date.now() + mostMs
  for (const agent of [...plan.directors, ...(plan.copilot === null ? [] : [plan.copilot])])
    exchanges.push(
      ...(Date.now() < until
        ? await speakAs(agent, agent === first, given)
        : [unasked(agent, given.bundle, 'it was not spoken to, since the turns before it took too long')]),
    )
  return exchanges
}

/** One turn of one agent, for a look at what one change makes of it. */
export const oneTurn = async (agent: HarnessAgent, given: Talk): Promise<ReadonlyArray<Exchange>> => {
  given.model.respond(replyWithMark)
  return speakAs(agent, false, given)
}

/** Requests are known by a text in what is said and answered: without a plugin nothing else tells on 1.x whom one is for. */
const markIn = /active-mode verify \d+\.\d+/

const replyWithMark = (request: WireRequest): Reply => {
  const mark = request.messages.map(({ text }) => markIn.exec(text)?.[0]).findLast((found) => found !== undefined)
  const summary = summaryReply(request)
  const text = summary?.kind === 'text' ? summary.text : 'Understood.'
  return { kind: 'text', text: mark === undefined ? text : `${text} (${mark})` }
}

const unasked = (agent: HarnessAgent, bundle: RegistryBundle, why: string): Exchange => ({
  occasion: 'turn',
  agent: agent.id,
  prompt: agent.prompt,
  promised: renderBlock(postureOf(bundle)(agent.id), bundle),
  received: { _tag: 'not-sent', why },
})

const speakAs = async (
  agent: HarnessAgent,
  isCompacted: boolean,
  { conversation, model, bundle, say }: Talk,
): Promise<ReadonlyArray<Exchange>> => {
  const mark = `active-mode verify ${String(model.requests().length)}.${String(Date.now())}`
  const promised = renderBlock(postureOf(bundle)(agent.id), bundle)
  const exchange = (occasion: Occasion, received: Received): Exchange => ({
    occasion,
    agent: agent.id,
    prompt: agent.prompt,
    promised: occasion === 'compaction' ? null : promised,
    received,
  })
  /** What reached the model while something was done; where nothing did, why. */
  const during = async (act: () => Promise<unknown>): Promise<ReadonlyArray<Received>> => {
    const before = model.requests().length
    const failure = await act().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const sent = model
      .requests()
      .slice(before)
      .filter(({ messages }) => messages.some(({ text }) => text.includes(mark)))
      .map(receivedIn)
    return sent.length > 0 ? sent : [{ _tag: 'not-sent', why: failure ?? 'the harness sent no request' }]
  }

  say(`${agent.id} speaks`)
  const opened = await conversation.open(agent.id).catch((error: unknown) => error)
  if (typeof opened !== 'string')
    return [exchange('turn', { _tag: 'not-sent', why: opened instanceof Error ? opened.message : String(opened) })]
  const turn = await during(() => conversation.say(opened, agent.id, `Go on. (${mark})`))
  // Where a turn fails, so would a compaction, and each may take its time to do so.
  if (!isCompacted || turn.every(({ _tag }) => _tag === 'not-sent'))
    return turn.map((received) => exchange('turn', received))

  say(`the session of ${agent.id} is compacted`)
  const [compaction, ...goingOn] = await during(() => conversation.compact(opened))
  const after =
    goingOn.length > 0 ? goingOn : await during(() => conversation.say(opened, agent.id, `Go on again. (${mark})`))
  return [
    ...turn.map((received) => exchange('turn', received)),
    ...(compaction === undefined ? [] : [exchange('compaction', compaction)]),
    ...after.map((received) => exchange('turn after the compaction', received)),
  ]
}

const receivedIn = ({ system, messages }: WireRequest): Received => ({
  _tag: 'sent',
  system,
  others: messages.flatMap(({ role, text }) => (role !== 'system' && text.includes('## Active mode') ? [text] : [])),
})
