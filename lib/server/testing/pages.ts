import { statSync } from 'node:fs'
import { type Document, Window } from 'happy-dom'
import { encode } from 'next-auth/jwt'
import { expect, inject } from 'vitest'
import { z } from 'zod'
import { cookieSecret } from '@/e2e/support/session'

/** `document`: parsed without running scripts. */
export interface ReadPage {
  status: number
  headers: Headers
  html: string
  document: Document
}

export const origin = () => inject('origin')

/** Does not follow redirects. */
export const ask = (path: string, init: RequestInit = {}) => fetch(origin() + path, { redirect: 'manual', ...init })

/** `token` undefined: signed out. In English unless `headers` request another language. */
export async function readPage(path: string, { token, headers = {} }: { token?: string; headers?: HeadersInit } = {}) {
  const answer = await ask(path, {
    headers: {
      accept: 'text/html',
      'accept-language': 'en',
      ...(token && { cookie: await cookieOf(token) }),
      ...headers,
    },
  })
  const html = await answer.text()
  return { status: answer.status, headers: answer.headers, html, document: parsed(html) } satisfies ReadPage
}

function parsed(html: string): Document {
  const window = new Window({ settings: { disableCSSFileLoading: true } })
  window.document.write(html)
  placeStreamed(window.document, html)
  return window.document
}

/** As React's scripts would: `$RC` replaces the fallback of a boundary, `$RS` a placeholder within streamed content. */
function placeStreamed(document: Document, html: string): void {
  for (const [, kind, first = '', second = ''] of html.matchAll(/\$R([CS])\("([BSP]:\w+)","([BSP]:\w+)"/g)) {
    const [markId, contentId] = kind === 'C' ? [first, second] : [second, first]
    const [mark, content] = [document.getElementById(markId), document.getElementById(contentId)]
    const parent = mark?.parentNode
    if (!mark || !content || !parent) throw new Error(`The document has no ${markId} for ${contentId}.`)
    for (let next = mark.nextSibling; kind === 'C' && next && next.textContent !== '/$'; next = mark.nextSibling)
      parent.removeChild(next)
    for (const node of [...content.childNodes]) parent.insertBefore(node, mark)
    mark.remove()
    content.remove()
  }
}

/** Already compressed. */
const builtFolder = '.next/static'

/** In tags and in React's data, without scripts on demand. Throws if there are none. */
export function scriptBytes({ html, document }: Pick<ReadPage, 'html' | 'document'>): number {
  // Scripts that only browsers without modules load.
  const old = [...document.querySelectorAll('script[nomodule]')].map((script) => script.getAttribute('src') ?? '')
  const named = new Set([...html.matchAll(/static\/([\w/.~-]+\.js)\b/g)].map(([, name = '']) => name))
  const loaded = [...named].filter((name) => !old.some((path) => path.includes(name)))
  if (loaded.length === 0) throw new Error('The page names no scripts.')
  return loaded.reduce((sum, name) => sum + statSync(`${builtFolder}/${name}.br`).size, 0)
}

export const cookieOf = async (token: string) =>
  `next-auth.session-token=${await encode({ token: { api_token: token }, secret: cookieSecret })}`

const Token = z.object({ token: z.string() })
const Created = z.object({ id: z.int() })

async function post(path: string, body: object, token?: string): Promise<unknown> {
  const answer = await ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect(answer.status, `POST ${path}: ${text}`).toBeLessThan(300)
  return JSON.parse(text)
}

const signIn = async (account: string, secret: string) =>
  Token.parse(await post('/v1/token', { type: 100, account, secret })).token

let ofAdmin: Promise<string> | undefined

/** With all permissions. */
export function adminToken(): Promise<string> {
  ofAdmin ??= signIn('admin', 'mini-shop-demo')
  return ofAdmin
}

let count = 0

/** In a new group with only these permissions. Returns a token. */
export async function newStaff(permission_codes: string[]): Promise<string> {
  const token = await adminToken()
  const username = `page-${process.pid}-${++count}`
  const groups =
    permission_codes.length > 0
      ? [Created.parse(await post('/cms/group', { name: username, permission_codes }, token)).id]
      : []
  const secret = 'for-page-tests-only'
  await post('/cms/user', { username, secret, nickname: username, group_ids: groups, must_change_secret: false }, token)
  return signIn(username, secret)
}
