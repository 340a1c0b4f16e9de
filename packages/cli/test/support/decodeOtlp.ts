import definitions from 'otlp-definitions/build/src/generated/root.js'

/** A message of the protocol, as its official definitions were compiled. */
interface MessageType {
  readonly fromObject: (json: unknown) => object
  readonly toObject: (message: object, options: object) => Json
  readonly encode: (message: object) => { readonly finish: () => Uint8Array }
  readonly decode: (bytes: Uint8Array) => object
}

type Json = Readonly<Record<string, unknown>>

const { opentelemetry } = definitions as unknown as {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly logs: {
          readonly v1: {
            readonly ExportLogsServiceRequest: MessageType
            readonly ExportLogsServiceResponse: MessageType
          }
        }
      }
    }
  }
}
const { ExportLogsServiceRequest, ExportLogsServiceResponse } = opentelemetry.proto.collector.logs.v1

/** What a value of an attribute may be. */
type Value = string | number | boolean | ReadonlyArray<string>

/** A log record as a receiver has it. */
export interface ReceivedRecord {
  readonly resource: Readonly<Record<string, Value>>
  readonly scope: string
  readonly eventName: string
  readonly timeUnixNano: string
  readonly observedTimeUnixNano: string
  readonly severityNumber: number
  readonly severityText: string
  readonly attributes: Readonly<Record<string, Value>>
}

/**
 * Decodes a request by the official definitions of the protocol, strictly: to the wire form and back it has to say the same, so it has no key that the
 * definitions do not know and no value of another type. Of 64 bit numbers JSON has two forms, a number and a text. Throws where it does not hold.
 */
export const decodeRequest = (text: string): ReadonlyArray<ReceivedRecord> => {
  const sent = JSON.parse(text) as Json
  const back = roundTrip(ExportLogsServiceRequest, sent)
  const said = JSON.stringify(wideNumbersAsText(sent))
  if (JSON.stringify(back) !== said) throw new Error(`not as the protocol has it:\n${said}\n${JSON.stringify(back)}`)
  return recordsOf(back as unknown as Request)
}

/** An answer to a request, checked in the same way. */
export const encodeResponse = (response: Json): string => {
  const back = JSON.stringify(roundTrip(ExportLogsServiceResponse, response))
  if (back !== JSON.stringify(response)) throw new Error(`no answer of the protocol: ${JSON.stringify(response)}`)
  return back
}

const roundTrip = (type: MessageType, json: Json): Json =>
  inOrderOf(
    json,
    type.toObject(type.decode(type.encode(type.fromObject(json)).finish()), { longs: String, arrays: false }),
  ) as Json

/** The same value with its keys in the order of another; the definitions have an order of their own. */
const inOrderOf = (order: unknown, value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map((each, place) => inOrderOf(Array.isArray(order) ? order[place] : null, each))
  if (typeof value !== 'object' || value === null) return value
  const wanted = typeof order === 'object' && order !== null ? (order as Json) : {}
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(value)])].filter((key) => key in value)
  return Object.fromEntries(keys.map((key) => [key, inOrderOf(wanted[key], (value as Json)[key])]))
}

const wideNumbersAsText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wideNumbersAsText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === 'intValue' ? String(each) : wideNumbersAsText(each)]),
  )
}

interface AnyValue {
  readonly stringValue?: string
  readonly intValue?: string
  readonly boolValue?: boolean
  readonly arrayValue?: { readonly values: ReadonlyArray<AnyValue> }
}
type KeyValues = ReadonlyArray<{ readonly key: string; readonly value: AnyValue }>

interface Request {
  readonly resourceLogs: ReadonlyArray<{
    readonly resource: { readonly attributes: KeyValues }
    readonly scopeLogs: ReadonlyArray<{
      readonly scope: { readonly name: string }
      readonly logRecords: ReadonlyArray<
        Omit<ReceivedRecord, 'resource' | 'scope' | 'attributes'> & { readonly attributes: KeyValues }
      >
    }>
  }>
}

const recordsOf = ({ resourceLogs }: Request): ReadonlyArray<ReceivedRecord> =>
  resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ scope, logRecords }) =>
      logRecords.map((record) => ({
        ...record,
        resource: valuesOf(resource.attributes),
        scope: scope.name,
        attributes: valuesOf(record.attributes),
      })),
    ),
  )

const valuesOf = (list: KeyValues): Readonly<Record<string, Value>> =>
  Object.fromEntries(list.map(({ key, value }) => [key, valueOf(value)]))

const valueOf = ({ stringValue, intValue, boolValue, arrayValue }: AnyValue): Value =>
  stringValue ??
  boolValue ??
  (arrayValue === undefined ? Number(intValue) : arrayValue.values.map((each) => String(valueOf(each))))
