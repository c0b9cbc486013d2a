import type { APIRequestContext } from '@playwright/test'
import { tokenOf } from './session'

const secret = 'for-browser-tests-only'

/** A staff member in a group of his own that holds exactly these permission points. Answers a token of his. */
export async function newStaff(request: APIRequestContext, codes: string[], name: string): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'admin')}` }
  const username = `${name}-${Date.now().toString(36)}`
  const group_ids: number[] = []
  if (codes.length > 0) {
    const group = await request.post('/cms/group', { headers, data: { name: username, permission_codes: codes } })
    const { id }: { id: number } = await group.json()
    group_ids.push(id)
  }
  const data = { username, secret, nickname: name, group_ids, must_change_secret: false }
  await request.post('/cms/user', { headers, data })
  return tokenOf(request, username, secret)
}
