import { beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { phoneCode } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'

beforeEach(() => play.usePlatform())

describe('the phone number', () => {
  const claim = async (token: string, phone: string) =>
    api('POST /v1/user/mobile', { token, body: { code: (await phoneCode({ phone })).code } })

  test('is stored as verified and replaces the previous number', async () => {
    const { token } = await newCustomer()
    expect((await claim(token, '13811110001')).body).toMatchObject({ mobile: '13811110001', mobile_verified: true })
    expect((await claim(token, '13811110002')).body).toMatchObject({ mobile: '13811110002' })
  })

  test('is taken from a customer who has not verified it, never from staff or from a customer who has', async () => {
    const db = await database()
    const sandbox = true
    const [claimed, verified, staff, real, caller] = [
      await newCustomer({ sandbox }),
      await newCustomer({ sandbox }),
      await newStaff([], { sandbox }),
      await newCustomer(),
      await newCustomer({ sandbox }),
    ]
    await db.insert(tables.identity).values([
      { user_id: claimed.id, type: 102, identifier: '13811110011' },
      { user_id: real.id, type: 102, identifier: '13811110014' },
      { user_id: verified.id, type: 102, identifier: '13811110012', verified_at: new Date() },
      { user_id: staff.id, type: 102, identifier: '13811110013' },
    ])
    expect((await claim(caller.token, '13811110012')).status).toBe(409)
    expect((await claim(caller.token, '13811110013')).status).toBe(409)
    expect((await claim(caller.token, '13811110014')).status).toBe(409)
    expect((await claim(caller.token, '13811110011')).body.mobile).toBe('13811110011')
    expect((await api('GET /v1/user', { token: claimed.token })).body.mobile).toBeNull()
  })

  test('with an invalid code is refused with 400 at its field', async () => {
    const reply = await api('POST /v1/user/mobile', { token: (await newCustomer()).token, body: { code: 'invented' } })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'code', code: 'wrong' }] } })
  })
})
