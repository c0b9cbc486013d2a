import { type ExampleRequest, type Input, urlOf } from './request'

export interface Exchange {
  status: number
  /** In milliseconds, of the whole response. */
  duration: number
  headers: [string, string][]
  text: string
  type: string
}

/** Throws if no response arrives. */
export async function exchange(
  { method, path }: ExampleRequest,
  { inputs, body, token }: { inputs: Input[]; body: string | undefined; token: string },
): Promise<Exchange> {
  const headers = new Headers({ accept: 'application/json' })
  for (const { in: place, name, value } of inputs) if (place === 'header' && value !== '') headers.set(name, value)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const started = performance.now()
  // Without cookies, so that only the token counts and not a session in the admin.
  const response = await fetch(urlOf(path, inputs), {
    method,
    headers,
    body,
    credentials: 'omit',
    cache: 'no-store',
  })
  const text = await response.text()
  return {
    status: response.status,
    duration: Math.round(performance.now() - started),
    headers: [...response.headers],
    text,
    type: response.headers.get('content-type') ?? '',
  }
}
