import { AdminPage } from '@/components/shell/admin-page'
import { listElements } from '@/lib/element/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { withElementNames } from '@/lib/next/base-names'
import { type PageInput, readList } from '@/lib/next/list'
import { Elements } from './elements'

export const generateMetadata = titledByMenu('/admin/element')

export default function ElementsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['element', 'permission']}
      load={async () => <Elements elements={await withElementNames(await readList(listElements, searchParams))} />}
    />
  )
}
