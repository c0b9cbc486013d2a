import { z } from 'zod'
import { line } from '@/lib/kit/api/endpoint/fields'
import type { MiniProgram } from './credentials'
import { callWithToken } from './mini-program'
import { ProviderFailure } from './transport'

const Carriers = z.object({
  delivery_list: z.array(z.object({ delivery_id: line(1, 64), delivery_name: line(1, 64) })).max(2_000),
})

/** get_delivery_list. `delivery_id` identifies the carrier in reports. Throws {@link ProviderFailure}. */
export async function listCarriers(program: MiniProgram) {
  const answer = await callWithToken(program, '/cgi-bin/express/delivery/open_msg/get_delivery_list', {})
  const parsed = Carriers.safeParse(answer)
  if (answer.errcode !== 0 || !parsed.success)
    throw new ProviderFailure(`The platform answered get_delivery_list with errcode ${answer.errcode}.`)
  return parsed.data.delivery_list
}
