import { OfficePage } from '@/components/shell/office-page'
import { listElements } from '@/lib/element/endpoints'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { Elements } from './elements'

export const generateMetadata = titledByMenu('/admin/element')

export default function ElementsPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['element', 'permission']}
      load={async () => <Elements elements={await readList(listElements, searchParams)} />}
    />
  )
}
