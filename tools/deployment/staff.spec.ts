import { expect, test } from '@/e2e/support/test'
import { uploadSeveral } from '@/e2e/support/uploads'

// Some uploads are refused and interrupted on purpose.
test.use({ expectedErrors: [/415|ERR_/] })

test('staff sign in, read five pages, and upload files', async ({ page }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
  await page.getByLabel('User name, e-mail or phone').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(process.env.ARTIFACT_PASSWORD ?? '')
  await expect(page.getByRole('form').locator('[type=submit]')).toBeEnabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/admin')
  for (const name of ['order', 'product', 'customer', 'user', 'oper_log']) {
    await page.goto(`/admin/${name}`)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  }
  await page.goto('/admin/file')
  await uploadSeveral(page, { method: 'PUT', url: '**/sandbox/uploadthing/ingest/**' })
  const picture = page.getByRole('list', { name: 'Files' }).locator('img').first()
  await expect(picture).toHaveAttribute('src', /\/sandbox\/uploadthing\/a\//)
  const width = () => picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})

test('a preview that is opened at the address of its deployment shows its pictures', async ({ page, baseURL }) => {
  const { port } = new URL(baseURL ?? '')
  await page.goto(`https://deployment.localhost:${port}/product/1`)
  await expect(page).toHaveURL('/product/1')
  const picture = page.locator('main img').first()
  const width = () => picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})
