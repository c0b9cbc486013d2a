import { expect, it } from 'vitest'
import { SendError } from '@/lib/server/client'
import { customerRequests, NotSignedIn } from './requests'
import type { Login } from './store'

function shop(first?: Login) {
  let login = first
  let valid = first ? [first.token] : []
  const asked: (string | undefined)[] = []
  const store = {
    read: () => login,
    write: (next: Login | undefined) => {
      login = next
    },
  }
  const asCustomer = customerRequests(store, async (ended) => {
    asked.push(ended?.token)
    const token = `token-${asked.length}`
    valid.push(token)
    return { token }
  })
  /** Resolves to the token if it is valid; otherwise rejects with 401, like an endpoint. */
  const request = async (token: string) => {
    await Promise.resolve()
    if (!valid.includes(token)) throw new SendError('unauthenticated', 'ended', 401)
    return token
  }
  const endAll = () => {
    valid = []
  }
  return { asCustomer, request, asked, endAll, store }
}

it('asks to sign in where there is no token, once for all requests that wait', async () => {
  const { asCustomer, request, asked } = shop()
  expect(await Promise.all([asCustomer(request), asCustomer(request), asCustomer(request)])).toEqual(
    Array(3).fill('token-1'),
  )
  expect(asked).toEqual([undefined])
  expect(await asCustomer(request)).toBe('token-1')
  expect(asked).toHaveLength(1)
})

it('signs in again where the token has ended, once for all requests, and repeats each', async () => {
  const { asCustomer, request, asked, endAll, store } = shop({ token: 'old' })
  endAll()
  expect(await Promise.all([asCustomer(request), asCustomer(request)])).toEqual(['token-1', 'token-1'])
  expect(asked).toEqual(['old'])
  expect(store.read()).toEqual({ token: 'token-1' })
})

it('takes the token of another request that has signed in meanwhile', async () => {
  const { asCustomer, request, asked, endAll, store } = shop({ token: 'old' })
  const answer = asCustomer(async (token) => {
    if (token === 'old') {
      store.write({ token: 'newer' })
      throw new SendError('unauthenticated', 'ended', 401)
    }
    return token
  })
  expect(await answer).toBe('newer')
  expect(asked).toEqual([])
  endAll()
  expect(await asCustomer(request)).toBe('token-1')
})

it('does not sign in again who has signed out meanwhile', async () => {
  const { asCustomer, asked, store } = shop({ token: 'old' })
  const answer = asCustomer(async () => {
    store.write(undefined)
    throw new SendError('unauthenticated', 'ended', 401)
  })
  await expect(answer).rejects.toThrow(NotSignedIn)
  expect([store.read(), asked]).toEqual([undefined, []])
})

it('does not repeat what failed for another reason', async () => {
  const { asCustomer, asked } = shop({ token: 'old' })
  let count = 0
  const refused = asCustomer(async () => {
    count += 1
    throw new SendError('invalid_credentials', 'wrong', 401)
  })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect([count, asked]).toEqual([1, []])
})

it('asks again after a sign-in that was not made', async () => {
  let isWilling = false
  const asCustomer = customerRequests({ read: () => undefined, write: () => undefined }, async () => {
    if (!isWilling) throw new NotSignedIn()
    return { token: 'late' }
  })
  await expect(asCustomer(async (token) => token)).rejects.toThrow(NotSignedIn)
  isWilling = true
  expect(await asCustomer(async (token) => token)).toBe('late')
})
