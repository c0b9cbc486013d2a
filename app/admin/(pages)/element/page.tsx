import { Anchor } from '@mantine/core'
import { getTranslations } from 'next-intl/server'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { Link } from '@/components/ui/link'
import { listElements } from '@/lib/element/cms'
import { foldedForm } from '@/lib/kit/plain-form'
import { titledByMenu } from '@/lib/server/next/admin'
import { withElementNames } from '@/lib/server/next/base-names'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Elements } from './elements'

export const generateMetadata = titledByMenu('/admin/element')

/** Says that elements are hidden on the page of a group. */
async function Lead() {
  const t = await getTranslations('element')
  return t.rich('lead', {
    groups: (text) => (
      <Anchor component={Link} href="/admin/group" inherit underline="always">
        {text}
      </Anchor>
    ),
  })
}

/** Not on the server, whose search does not know the user's language. There are few elements. */
function matching<E extends { name: string; code: string }>(elements: readonly E[], q: string): E[] {
  const text = foldedForm(q.trim())
  return elements.filter(({ name, code }) => foldedForm(`${name} ${code}`).includes(text))
}

export default function ElementsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['element', 'permission']}
      lead={<Lead />}
      load={async () => {
        const { q } = await searchParams
        const elements = await withElementNames(await readList(listElements, searchParams))
        return <Elements elements={matching(elements, typeof q === 'string' ? q : '')} />
      }}
    />
  )
}
