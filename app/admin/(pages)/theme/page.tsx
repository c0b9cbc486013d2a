import { AdminPage } from '@/components/admin/frame/admin-page'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { listCmsThemes } from '@/lib/theme/cms'
import { Themes } from './themes'

export const generateMetadata = titledByMenu('/admin/theme')

export default function ThemesPage({ searchParams }: PageInput) {
  return (
    <AdminPage messages={['theme']} load={async () => <Themes page={await readList(listCmsThemes, searchParams)} />} />
  )
}
