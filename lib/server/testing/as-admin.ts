import { expect } from 'vitest'
import { z } from 'zod'
import { adminToken, ask } from './pages'

/** Sends to the built server. */
export async function asAdmin(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> {
  const answer = await ask(path, {
    method,
    headers: { authorization: `Bearer ${await adminToken()}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true)
  return text === '' ? undefined : JSON.parse(text)
}

/** As `admin`. Returns the id. */
export const create = async (path: string, body: object): Promise<number> =>
  z.object({ id: z.int() }).parse(await asAdmin('POST', path, body)).id
