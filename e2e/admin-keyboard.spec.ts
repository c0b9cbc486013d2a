import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test'

/** On by Tab until this has the focus, as one goes without a mouse. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 100; step++) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached by Tab.`)
}

test('somebody without a mouse signs in, makes a record, changes it, deletes it and leaves', async ({ page }) => {
  test.slow()
  const { keyboard } = page
  const follow = async (target: Locator) => {
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
  await follow(page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.getByRole('main')).toBeFocused()

  await keyboard.press('ControlOrMeta+k')
  await write(page.getByPlaceholder('A page, a name, or what you want to create'), 'new: dictionary')
  await keyboard.press('Enter')
  await expect(drawer.getByRole('heading', { name: 'New dictionary' })).toBeVisible()
  await write(drawer.getByRole('textbox', { name: 'Name' }), code)
  await write(drawer.getByRole('textbox', { name: 'Code' }), code)
  await keyboard.press('ControlOrMeta+s')
  await expect(drawer).toBeHidden()

  await follow(page.getByRole('link', { name: code }))
  await expect(page).toHaveURL(new RegExp(`type=${code}$`))
  await follow(page.getByRole('button', { name: `Edit ${code}` }))
  await write(drawer.getByRole('textbox', { name: 'Name' }), 'By keys alone')
  await keyboard.press('ControlOrMeta+s')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: 'By keys alone' })).toBeVisible()

  await follow(page.getByRole('button', { name: 'Edit By keys alone' }))
  await follow(drawer.getByRole('button', { name: 'Delete' }))
  const question = page.getByRole('dialog', { name: 'Delete By keys alone?' })
  await follow(question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('link', { name: code })).toHaveCount(0)

  await follow(page.getByRole('button', { name: /^Account of/ }))
  await follow(page.getByRole('button', { name: 'Sign out' }))
  await expect(page).toHaveURL('/admin/login')
})
