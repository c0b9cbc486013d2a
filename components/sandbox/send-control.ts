import type { z } from 'zod'
import type { ControlInput, ControlResult } from '@/lib/platform/sandbox/schema'
import { refusalOf, SendError } from '@/lib/server/client'

export type ControlAction = z.input<typeof ControlInput>
export type ControlAnswer = z.output<typeof ControlResult>

/** As the customer's phone or a tester. Throws `SendError`. */
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
  // Validated by the server's schema.
  return answer
}
