import type { z } from 'zod'
import type { ControlInput, ControlResult } from '@/lib/platform/sandbox/schema'
import { refusalOf, SendError } from '@/lib/server/client'

export type ControlAction = z.input<typeof ControlInput>
export type ControlAnswer = z.output<typeof ControlResult>

/**
 * Sends an action to the simulated platform, as the customer's phone or as a tester. Throws `SendError` if the action
 * is refused or the server cannot be reached.
 */
export async function sendControl(action: ControlAction): Promise<ControlAnswer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/sandbox/control', { method: 'POST', headers, body: JSON.stringify(action) }).catch(
    () => {
      throw new SendError('network', 'The server could not be reached.')
    },
  )
  const answer = await response.json().catch(() => {
    throw new SendError('network', `The server answered ${response.status}.`)
  })
  if (!response.ok) throw refusalOf(answer, response.status)
  // The server has validated the response by its schema.
  return answer
}
