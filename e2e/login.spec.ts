import type { Page } from '@playwright/test'
import { colleague, givenSecret } from './support/colleagues'
import { expectAccessible, expectNoOverflow, live, looks, wear } from './support/page'
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

test.describe('a page of the admin', () => {
  // The bell may ask at the moment at which the session ends.
  test.use({ expectedErrors: [/status of 401.*\/cms\/notice\/unread/] })

  test('redirects to sign-in, back to itself, and signs out', async ({ page, request }) => {
    const user = await colleague(request, 'returner')
    await page.goto('/admin?tab=today')
    await expect(page).toHaveURL('/admin/login?from=%2Fadmin%3Ftab%3Dtoday')
    await signIn(page, user)
    await expect(page).toHaveURL('/admin?tab=today')
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, returner' })).toBeVisible()

    // The sign-in page redirects signed-in users.
    await page.goto('/admin/login?from=%2Fadmin%3Ftab%3Dnext')
    await expect(page).toHaveURL('/admin?tab=next')

    await signOut(page)
    await expect(page).toHaveURL('/admin/login')
    await page.goBack()
    await expect(page).toHaveURL(/\/admin\/login/)
    await expect(page.getByText('Hello, returner')).toHaveCount(0)
    await page.goto('/admin')
    await expect(page).toHaveURL('/admin/login')
  })

  test('is not shown after the session has ended, and is not cached', async ({ page, request }) => {
    const user = await colleague(request, 'expired')
    await page.goto('/admin/login')
    await signIn(page, user)
    await expect(page.getByRole('heading', { name: 'Hello, expired' })).toBeVisible()
    const answer = await page.reload()
    expect(answer?.headers()['cache-control']).toContain('no-store')
    expect(await answer?.text()).not.toContain('api_token')
    for (const { id } of await (await request.get('/v1/user/session', { headers: user.headers })).json()) {
      await request.delete(`/v1/user/session/${id}`, { headers: user.headers })
    }
    await page.reload()
    await expect(page).toHaveURL('/admin/login')
    await expect(account(page)).toBeVisible()
  })

  test('treats a forged cookie like none', async ({ request, baseURL }) => {
    for (const cookie of ['', 'next-auth.session-token=forged']) {
      const answer = await request.get('/admin/somewhere?a=1', { maxRedirects: 0, headers: { cookie } })
      expect(answer.status()).toBe(307)
      expect(new URL(answer.headers().location ?? '', baseURL).href).toBe(
        `${baseURL}/admin/login?from=%2Fadmin%2Fsomewhere%3Fa%3D1`,
      )
    }
  })
})

test.describe('signing in', () => {
  // The browser logs refused requests.
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('does not redirect to another site', async ({ page, request, baseURL }) => {
    const user = await colleague(request, 'leaver')
    for (const from of [
      '//evil.example.com',
      '/\\evil.example.com',
      'https://evil.example.com',
      '/admin/..//evil.example.com',
    ]) {
      await page.goto(`/admin/login?${new URLSearchParams({ from })}`)
      await signIn(page, user)
      await expect(page).toHaveURL(`${baseURL}/admin`)
      await signOut(page)
      await expect(page).toHaveURL('/admin/login')
    }
  })

  test('shows the same error for a wrong password and an unknown account, at the field', async ({ page }) => {
    await page.goto('/admin/login')
    for (const name of ['keeper-of-nothing', '没有这个人', 'nobody@example.com', '13900000000']) {
      await signIn(page, { name, secret: 'a wrong password' })
      const alert = page.getByRole('form').getByRole('alert')
      await expect(alert).toHaveText('Account or password is wrong.')
      await expect(secret(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(secret(page)).toHaveAccessibleDescription('Account or password is wrong.')
      await expect(secret(page)).toBeFocused()
      expect(page.url()).not.toContain('password')
      await page.reload()
    }
  })

  test('checks required fields before it sends a request', async ({ page }) => {
    await page.goto('/admin/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(account(page)).toHaveAccessibleDescription('Please fill this in.')
    await expect(account(page)).toBeFocused()
    await account(page).fill('somebody')
    await page.keyboard.press('Enter')
    await expect(secret(page)).toHaveAccessibleDescription('Please fill this in.')
    await expect(secret(page)).toBeFocused()
  })

  test('counts down while an account is locked', async ({ page }) => {
    await page.goto('/admin/login')
    for (let attempt = 0; attempt < 6; attempt++) {
      await signIn(page, { name: 'fumbler', secret: `a wrong password ${attempt}` })
      await expect(page.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('data-loading')
    }
    await expect(page.getByRole('form').getByRole('alert')).toContainText('Too many failed attempts')
    const timer = page.getByRole('timer')
    await expect(timer).toHaveText(/^Try again in (10:00|9:\d\d)$/)
    const first = await timer.textContent()
    await expect(timer).not.toHaveText(first ?? '')
    await expectAccessible(page)
    // The right password is refused too.
    await signIn(page, { name: 'fumbler', secret: givenSecret('fumbler') })
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(page).toHaveURL('/admin/login')
  })

  test('shows an error when the server cannot be reached', async ({ page }) => {
    await page.goto('/admin/login')
    await page.route('**/api/auth/**', (route) => route.abort())
    await signIn(page, { name: 'somebody', secret: 'something' })
    await expect(page.getByRole('form').getByRole('alert')).toContainText('could not be reached')
    await expect(account(page)).toHaveValue('somebody')
  })

  test('with a temporary password requires a new one', async ({ page }) => {
    await page.goto('/admin/login?from=%2Fadmin%3Ftab%3Dfirst')
    const temporary = givenSecret('newcomer')
    await signIn(page, { name: 'newcomer', secret: temporary })
    await expect(page).toHaveURL('/admin/login/password?from=%2Fadmin%3Ftab%3Dfirst')
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
    await expectAccessible(page)
    const [old, fresh] = [
      page.getByLabel('Temporary password', { exact: true }),
      page.getByLabel('New password', { exact: true }),
    ]
    const save = page.getByRole('button', { name: 'Save and continue' })
    await save.click()
    await expect(old).toHaveAccessibleDescription('Please fill this in.')
    await old.fill('something else')
    await fresh.fill('short')
    await save.click()
    await expect(fresh).toHaveAccessibleDescription(/Use 12 to 128 characters\./)
    await fresh.fill('a password of my own')
    await save.click()
    await expect(old).toHaveAccessibleDescription('This is not the temporary password.')
    await old.fill(temporary)
    await fresh.fill(temporary)
    await save.click()
    await expect(fresh).toHaveAccessibleDescription(/This is the temporary password. Choose another/)
    await fresh.fill('newcomer2026')
    await save.click()
    await expect(fresh).toHaveAccessibleDescription(/It contains your own name, email or phone number\. Add more words/)
    await expectAccessible(page)
    await fresh.fill('a password of my own')
    await fresh.press('Enter')
    await expect(page).toHaveURL('/admin?tab=first')
    await expect(page.getByRole('heading', { name: 'Hello, newcomer' })).toBeVisible()
    await page.goto('/admin/login/password')
    await expect(page).toHaveURL('/admin')
  })

  test('works with password managers and by keyboard', async ({ page }) => {
    await page.goto('/admin/login')
    await expect(account(page)).toHaveAttribute('autocomplete', 'username')
    await expect(secret(page)).toHaveAttribute('autocomplete', 'current-password')
    await expect(page.getByRole('form')).toHaveAttribute('method', 'post')
    await secret(page).fill('visible')
    await expect(secret(page)).toHaveAttribute('type', 'password')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show the password' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(secret(page)).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  })

  test('offers the accounts of the demonstration', async ({ page }) => {
    await page.goto('/admin/login')
    await page.getByRole('button', { name: 'auditor' }).click()
    await expect(account(page)).toHaveValue('auditor')
    await expect(secret(page)).toHaveValue('mini-shop-demo')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the form sends nothing', async ({ page }) => {
    await page.goto('/admin/login')
    await account(page).fill('somebody')
    await secret(page).fill('something')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
    await secret(page).press('Enter')
    await expect(page).toHaveURL('/admin/login')
  })
})

for (const look of looks) {
  test(`the sign-in page is accessible in ${look.locale} and fits a window of 360 px`, async ({ page, baseURL }) => {
    await wear(page, look, baseURL)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/admin/login')
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.getByRole('form').locator('[type=submit]').click()
    await expect(page.getByRole('form').getByRole('alert')).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1600, height: 900 })
    await expectNoOverflow(page)
  })
}
