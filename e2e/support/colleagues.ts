import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { z } from 'zod'

/** The staff accounts of the sign-in tests: each test that signs in has its own. */
export const names = ['returner', 'newcomer'] as const
type Name = (typeof names)[number]

/** The file in which staff.ts stores the temporary passwords. */
export const fileIn = (folder: string) => join(folder, 'staff.json')

/** The temporary password of an account. */
export function givenSecret(name: Name): string {
  const secrets = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(fileIn('.data/e2e'), 'utf8')))
  return secrets[name] ?? ''
}

/** Replaces the temporary password of an account; returns the new one and the headers of its session. */
export async function colleague(request: APIRequestContext, name: Name) {
  const old_secret = givenSecret(name)
  const login = await request.post('/v1/token', { data: { type: 100, account: name, secret: old_secret } })
  const { token } = z.object({ token: z.string() }).parse(await login.json())
  const secret = `the own password of ${name}`
  const headers = { authorization: `Bearer ${token}` }
  const changed = await request.put('/v1/user/password', { headers, data: { old_secret, new_secret: secret } })
  if (!changed.ok()) throw new Error(`${name} could not choose a password: ${changed.status()}`)
  return { name, secret, headers }
}
