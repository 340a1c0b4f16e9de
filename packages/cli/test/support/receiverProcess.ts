import { appendFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeRequest, encodeResponse, type ReceivedRecord } from './decodeOtlp.js'
import type { Reaction } from './receiver.js'

/*
 * An OTLP/HTTP receiver for tests: `receiverProcess.ts FILE PORT REACTIONS`. It decodes every request by the official definitions, keeps what it takes in
 * the file, and says on stdout what it did.
 */
const [file = '', port = '0', script = '[]'] = process.argv.slice(2)
const reactions = JSON.parse(script) as Reaction[]

const say = (word: string): boolean => process.stdout.write(`${word}\n`)

const answer = (
  response: ServerResponse,
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
}

const keep = (records: ReadonlyArray<ReceivedRecord>): void =>
  appendFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))

const react = (reaction: Reaction, records: ReadonlyArray<ReceivedRecord>, response: ServerResponse): void => {
  switch (reaction) {
    case 'busy':
      answer(response, 503, '', { 'Retry-After': '1' })
      return
    case 'later':
      answer(response, 503, '', { 'Retry-After': '9' })
      return
    case 'refuse':
      answer(response, 400, JSON.stringify({ message: 'no such tenant' }))
      return
    case 'part':
      keep(records.slice(1))
      answer(
        response,
        200,
        encodeResponse({ partialSuccess: { rejectedLogRecords: '1', errorMessage: 'one record is too old' } }),
      )
      return
    case 'keep':
      keep(records)
      return
    case 'take':
      keep(records)
      answer(response, 200, encodeResponse({}))
  }
}

const server = createServer((request, response) => {
  text(request)
    .then((body) => {
      if (request.url !== '/v1/logs' || request.headers['content-type'] !== 'application/json')
        throw new Error(`${request.url ?? ''} with ${request.headers['content-type'] ?? ''}`)
      const reaction = reactions.shift() ?? 'take'
      react(reaction, decodeRequest(body), response)
      say(reaction)
    })
    .catch((error: unknown) => {
      say(`wrong ${String(error)}`)
      answer(response, 400, String(error))
    })
})
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  say(`listens ${typeof address === 'object' && address !== null ? address.port : ''}`)
})
