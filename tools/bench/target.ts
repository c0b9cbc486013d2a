import type { z } from 'zod'
import type { Job, Load, Measured, Request } from './load'

/** The requests of a measurement, with the expected status and body of the response. */
export interface Target {
  name: string
  requests: Request[]
  status: number
  /**
   * The schema of the response body. Checked on three requests before the load; under load, only statuses are checked.
   */
  body: z.ZodType
  connections: number
  bar?: number
}

export const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: 'GET', path, headers })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Returns the median. Unlike a mean, it is not affected by a few runs that other load on the machine has disturbed. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2
}

/** Sends the first, the middle and the last request of a target. Throws if a response is not as expected. */
export async function probe(url: string, { name, requests, status, body }: Target): Promise<void> {
  for (const at of [0, Math.floor(requests.length / 2), requests.length - 1]) {
    const request = requests[at]
    if (!request) throw new Error(`${name}: there is nothing to send`)
    const response = await fetch(url + request.path, request)
    const text = await response.text()
    const answer = text === '' ? undefined : JSON.parse(text)
    const problem = response.status === status ? body.safeParse(answer).error : `status ${response.status}`
    if (problem)
      throw new Error(
        `${name}: ${request.method} ${request.path} is not as it should be: ${problem}\n${text.slice(0, 500)}`,
      )
  }
}

/**
 * Measures one round of load. Throws if a response has another status than expected, because refusals are fast and
 * would distort the result.
 */
export async function measure(load: Load, url: string, target: Target, seconds: number): Promise<Measured> {
  const job: Job = { url, connections: target.connections, seconds, requests: target.requests }
  const measured = await load(job)
  const { [target.status]: expected = 0, ...others } = measured.statuses
  if (measured.errors > 0 || expected === 0 || Object.keys(others).length > 0) {
    throw new Error(
      `${target.name}: every answer should have been ${target.status}, but there were ${JSON.stringify(measured.statuses)} and ${measured.errors} errors. This run counts for nothing.`,
    )
  }
  return measured
}
