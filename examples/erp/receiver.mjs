// Receives events of the shop by a webhook. Needs `npm install standardwebhooks`. See README.md.

import { Webhook } from 'standardwebhooks'

/** `secret`: of the webhook. `keep`: stores an event under its id, unless the id is known. Work on it comes later. */
export async function receive(request, secret, keep) {
  const body = await request.text()
  let event
  try {
    event = new Webhook(secret).verify(body, Object.fromEntries(request.headers))
  } catch {
    return new Response(null, { status: 401 })
  }
  await keep(request.headers.get('webhook-id'), event)
  return new Response(null, { status: 204 })
}
