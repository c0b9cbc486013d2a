import { OfficePage } from '@/components/shell/office-page'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { listUsers } from '@/lib/user/office'
import { Users } from './users'

export const generateMetadata = titledByMenu('/admin/user')

export default function UsersPage({ searchParams }: PageInput) {
  return <OfficePage messages={['user']} load={async () => <Users page={await readList(listUsers, searchParams)} />} />
}
