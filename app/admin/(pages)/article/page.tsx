import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsArticles } from '@/lib/article/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Articles } from './articles'

export const generateMetadata = titledByMenu('/admin/article')

export default function ArticlesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['article']}
      load={async () => <Articles page={await readList(listCmsArticles, searchParams)} />}
    />
  )
}
