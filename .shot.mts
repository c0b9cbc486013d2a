import { chromium } from '@playwright/test'
import { encode } from 'next-auth/jwt'

const base = 'http://localhost:4750'
const secret = 'for-browser-tests-only-0123456789abcdef'
const [, , list = '', looks = '1280-light-zh'] = process.argv
const post = async (p: string, d: unknown, t?: string, m = 'POST') => {
  const r = await fetch(base + p, {
    method: m,
    headers: { 'content-type': 'application/json', ...(t && { authorization: `Bearer ${t}` }) },
    body: JSON.stringify(d),
  })
  return r.status === 204 ? undefined : r.json()
}
const { token } = (await post('/v1/token', { type: 100, account: 'admin', secret: 'mini-shop-demo' })) as {
  token: string
}
const b = await chromium.launch({ executablePath: '/usr/bin/chromium' })
for (const look of looks.split(',')) {
  const [w = '1280', scheme = 'light', lang = 'zh'] = look.split('-')
  const c = await b.newContext({
    viewport: { width: Number(w), height: w === '390' ? 844 : 860 },
    colorScheme: scheme as 'light',
    reducedMotion: 'reduce',
  })
  const value = await encode({ token: { api_token: token }, secret })
  await c.addCookies([
    { name: 'next-auth.session-token', value, url: base },
    { name: 'locale', value: lang === 'zh' ? 'zh-CN' : 'en', url: base },
  ])
  for (const item of list.split(',')) {
    const [path = '', click] = item.split('!')
    const p = await c.newPage()
    p.on('console', (m) => {
      if (m.type() === 'error') console.log(path, m.text().slice(0, 300))
    })
    p.on('pageerror', (e) => console.log(path, String(e).slice(0, 300)))
    await p
      .goto(base + path, { waitUntil: 'networkidle', timeout: 120000 })
      .catch((e) => console.log(String(e).slice(0, 100)))
    if (click) {
      await p
        .locator(click)
        .first()
        .click()
        .catch((e) => console.log(String(e).slice(0, 200)))
      await p.waitForTimeout(2500)
    }
    const wide = await p.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (wide > 0) console.log('OVERFLOW', path, look, wide)
    const name = `/tmp/things-shots/${path.replace(/\W+/g, '_')}${click ? '_open' : ''}-${look}.png`
    await p.screenshot({ path: name })
    console.log(name)
    await p.close()
  }
  await c.close()
}
await b.close()
