import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test'

/** Presses Tab until the element has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 100; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached by Tab.`)
}

test('signing in, creating, changing and deleting a record, and signing out work by keyboard', {
  tag: '@core',
}, async ({ page }) => {
  test.slow()
  const { keyboard } = page
  const activate = async (target: Locator) => {
    await reach(page, target)
    await keyboard.press('Enter')
  }
  const write = async (target: Locator, text: string) => {
    await reach(page, target)
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(text)
  }
  const drawer = page.getByRole('dialog')
  const code = `keys_${Date.now().toString(36)}`

  await page.goto('/admin/login')
  await write(page.getByLabel('User name, e-mail or phone'), 'admin')
  await write(page.getByLabel('Password', { exact: true }), 'mini-shop-demo')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
  await activate(page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.getByRole('main')).toBeFocused()

  await keyboard.press('ControlOrMeta+k')
  await write(page.getByPlaceholder('A page, a name, or what you want to do'), 'new choice list')
  await keyboard.press('Enter')
  await expect(drawer.getByRole('heading', { name: 'New choice list' })).toBeVisible()
  await write(drawer.getByRole('textbox', { name: 'Name' }), code)
  await write(drawer.getByRole('textbox', { name: 'Code' }), code)
  await keyboard.press('ControlOrMeta+s')
  await expect(drawer).toBeHidden()

  await activate(page.getByRole('link', { name: code }))
  await expect(page).toHaveURL(new RegExp(`type=${code}$`))
  await activate(page.getByRole('button', { name: `Edit ${code}` }))
  await write(drawer.getByRole('textbox', { name: 'Name' }), 'By keys alone')
  await keyboard.press('ControlOrMeta+s')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: 'By keys alone' })).toBeVisible()

  await activate(page.getByRole('button', { name: 'Edit By keys alone' }))
  await activate(drawer.getByRole('button', { name: 'Delete' }))
  const question = page.getByRole('dialog', { name: 'Delete By keys alone?' })
  await activate(question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('link', { name: code })).toHaveCount(0)

  await activate(page.getByRole('button', { name: /^Account of/ }))
  await activate(page.getByRole('button', { name: 'Sign out' }))
  await expect(page).toHaveURL('/admin/login')
})
