import { singleton } from '@/db/singleton'
import type { RunningServer } from './server'

/** Servers of a run with TEST_PROCESSES. Empty: tests call the handlers in their own process. */
export const processes = () => singleton('test-processes', (): RunningServer[] => [])

/** Afterwards, every process has read changed settings again. */
const staleMilliseconds = 5_200

let turn = 0

export function dispatchInTurn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const server = processes()[turn++ % processes().length]
  const headers = new Headers(request.headers)
  headers.set('x-forwarded-for', headers.get('x-peer-address') ?? '')
  return fetch(new Request(new URL(pathname + search, server?.origin), new Request(request, { headers })))
}

/** Changed in the database. */
export async function waitForSettings(): Promise<void> {
  if (processes().length > 0) await new Promise((resolve) => setTimeout(resolve, staleMilliseconds))
}
