import { expect, it, vi } from 'vitest'
import { served } from './route'
import { inRequest } from './testing'

it('starts the work that follows a response after the response was sent, inside a request of Next', async () => {
  const done: string[] = []
  const { GET } = served((_request, _params, waitUntil) => {
    waitUntil?.(async () => done.push('work'))
    return { status: 204, body: null, headers: {} }
  })
  const request = new Request('http://localhost/v1/anything')
  await inRequest(request, async () => {
    const { status } = await GET(request, { params: Promise.resolve(undefined) })
    done.push(`answer ${status}`)
  })
  await vi.waitFor(() => expect(done).toEqual(['answer 204', 'work']))
})
