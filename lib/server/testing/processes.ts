import { singleton } from '@/db/singleton'
import type { RunningServer } from './server'

/**
 * Returns the servers that a run of the tests with TEST_PROCESSES uses. Empty: tests call the handlers in their own
 * process.
 */
export const processes = () => singleton('test-processes', (): RunningServer[] => [])

/** The time after which every process has read changed settings again, in milliseconds. */
const staleMilliseconds = 5_200

let turn = 0

/** Sends each request to the next server in turn. */
export function dispatchInTurn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const server = processes()[turn++ % processes().length]
  const headers = new Headers(request.headers)
  headers.set('x-forwarded-for', headers.get('x-peer-address') ?? '')
  return fetch(new Request(new URL(pathname + search, server?.origin), new Request(request, { headers })))
}

/** Waits until all servers use the settings that were changed in the database. */
export async function waitForSettings(): Promise<void> {
  if (processes().length > 0) await new Promise((resolve) => setTimeout(resolve, staleMilliseconds))
}
