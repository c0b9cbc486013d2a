import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, live } from './support/page'
import { newAccount, tokenOf } from './support/session'
import { expect, test } from './support/test'

const account = (page: Page) => page.getByLabel('User name, e-mail or phone')
const secret = (page: Page) => page.getByLabel('Password', { exact: true })

async function signIn(page: Page, user: { name: string; secret: string }) {
  await account(page).fill(user.name)
  await secret(page).fill(user.secret)
  // Before hydration, Enter sends nothing.
  await expect(page.getByRole('form').locator('[type=submit]')).toBeEnabled()
  await secret(page).press('Enter')
}

async function signOut(page: Page) {
  const opener = page.getByRole('button', { name: /^Account of/ })
  // The page may not be hydrated yet, because signing in loads a new document.
  await live(opener)
  await opener.click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** Reloads the page in Chinese. */
async function inChinese(page: Page, baseURL: string | undefined) {
  await page.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])
  await page.goto(page.url())
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
}

test.describe('a page of the admin', () => {
  // The bell may send a request at the moment at which the session ends.
  test.use({ expectedErrors: [/status of 401.*\/cms\/notice\/unread/] })

  test('redirects to sign-in, back to itself, and is not shown after the session', { tag: '@core' }, async ({
    page,
    request,
    baseURL,
  }) => {
    const user = await newAccount(request, 'returner', { codes: ['cms.dashboard.list'] })
    await page.goto('/admin?tab=today')
    await expect(page).toHaveURL('/admin/login?from=%2Fadmin%3Ftab%3Dtoday')
    await signIn(page, user)
    await expect(page).toHaveURL('/admin?tab=today')
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, returner' })).toBeVisible()

    await page.goto('/admin/profile')
    await signOut(page)
    await expect(page).toHaveURL('/admin/login')
    await page.goBack()
    await expect(page).toHaveURL(/\/admin\/login/)
    await expect(page.getByText('Hello, returner')).toHaveCount(0)

    // A sign-in never leads to another site.
    await page.goto(`/admin/login?${new URLSearchParams({ from: '/\\evil.example.com' })}`)
    await signIn(page, user)
    await expect(page).toHaveURL(`${baseURL}/admin`)
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, returner' })).toBeVisible()

    // Ended by another client.
    const headers = { authorization: `Bearer ${await tokenOf(request, user.name, user.secret)}` }
    const sessions: { id: number; current: boolean }[] = await (
      await request.get('/v1/user/session', { headers })
    ).json()
    for (const { id, current } of sessions) {
      if (!current) await request.delete(`/v1/user/session/${id}`, { headers })
    }
    await page.reload()
    await expect(page).toHaveURL('/admin/login')
    await expect(account(page)).toBeVisible()
  })
})

test.describe('signing in', () => {
  // The browser logs refused requests.
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('works by keyboard, says what is wrong at its field, and fits a window of 360 px', { tag: '@core' }, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/admin/login')
    await expectNoOverflow(page)
    await expectAccessible(page)
    await account(page).focus()
    await page.keyboard.press('Tab')
    await expect(secret(page)).toBeFocused()
    await page.keyboard.type('a wrong password')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show the password' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(secret(page)).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(account(page)).toBeFocused()
    await expect(account(page)).toHaveAccessibleDescription('Please fill this in.')

    await signIn(page, { name: '没有这个人', secret: 'a wrong password' })
    await expect(page.getByRole('form').getByRole('alert')).toHaveText('Account or password is wrong.')
    await expect(secret(page)).toBeFocused()
    await expect(secret(page)).toHaveAccessibleDescription('Account or password is wrong.')
    expect(page.url()).not.toContain('password')
    await expectAccessible(page)

    await inChinese(page, baseURL)
    await page.getByRole('form').locator('[type=submit]').click()
    await expect(page.getByRole('form').getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1600, height: 900 })
    await expectNoOverflow(page)
  })

  test('counts down while an account is locked', async ({ page }) => {
    // The server's response after too many failures.
    await page.route('**/api/auth/callback/credentials', (route) =>
      route.fulfill({ status: 401, json: { url: 'http://localhost/admin/login?error=account_locked%3A600' } }),
    )
    await page.goto('/admin/login')
    await signIn(page, { name: 'somebody', secret: 'something' })
    await expect(page.getByRole('form').getByRole('alert')).toContainText('Too many failed attempts')
    const timer = page.getByRole('timer')
    await expect(timer).toHaveText(/^Try again in (10:00|9:\d\d)$/)
    const first = await timer.textContent()
    await expect(timer).not.toHaveText(first ?? '')
    await expectAccessible(page)
  })

  test('with a temporary password requires a new one', { tag: '@core' }, async ({ page, request }) => {
    await page.goto('/admin/login?from=%2Fadmin%3Ftab%3Dfirst')
    const user = await newAccount(request, 'newcomer', {
      codes: ['cms.dashboard.list'],
      must_change_secret: true,
    })
    await signIn(page, user)
    await expect(page).toHaveURL('/admin/login/password?from=%2Fadmin%3Ftab%3Dfirst')
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
    const [old, fresh] = [
      page.getByLabel('Temporary password', { exact: true }),
      page.getByLabel('New password', { exact: true }),
    ]
    await live(fresh)
    await old.fill(user.secret)
    await fresh.fill(`${user.name}2026`)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(fresh).toHaveAccessibleDescription(/It contains your own name, email or phone number\. Add more words/)
    await expect(fresh).toBeFocused()
    await expectAccessible(page)
    await fresh.fill('a password of my own')
    await fresh.press('Enter')
    await expect(page).toHaveURL('/admin?tab=first')
    await expect(page.getByRole('heading', { name: 'Hello, newcomer' })).toBeVisible()
  })
})
