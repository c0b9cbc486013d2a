import { OfficePage } from '@/components/shell/office-page'
import { listPermissionPoints } from '@/lib/auth/endpoints'
import { call } from '@/lib/next/call'
import type { PageInput } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { readPermissionNames } from '@/lib/next/permission-names'
import { Points } from './points'
import { matching, pointsIn } from './rows'

export const generateMetadata = titledByMenu('/admin/auth')

export default function PointsPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['auth']}
      load={async () => {
        const asked = [call(listPermissionPoints), readPermissionNames(), searchParams] as const
        const [catalogue, names, wanted] = await Promise.all(asked)
        const modules = catalogue.map(({ module }) => ({ value: module, label: names.module(module) }))
        return <Points points={matching(pointsIn(catalogue, names), wanted)} modules={modules} />
      }}
    />
  )
}
