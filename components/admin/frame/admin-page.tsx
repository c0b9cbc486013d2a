import { Button, Code } from '@mantine/core'
import { IconLock, IconUsersGroup } from '@tabler/icons-react'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { TableSkeleton } from '@/components/admin/resource-table/table-skeleton'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Retry } from '@/components/ui/retry'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { pageRequestId } from '@/lib/server/next/call'
import { isDocument } from '@/lib/server/next/is-document'
import { FurtherMessages, type Namespace } from '@/lib/server/next/messages'
import { readPermissionNames } from '@/lib/server/next/permission-names'
import classes from './admin.module.css'
import { Arriving } from './arriving'
import { DocumentTitle } from './document-title'
import { PageTitle } from './page-title'

interface AdminPageProps {
  /** In addition to the namespaces of the shared admin components. */
  messages?: readonly Namespace[]
  /** By default, the title in the menu. null: none, for the page of a record, which has its own heading. */
  title?: string | null
  /** Below the title. */
  lead?: ReactNode
  /** Shown after a navigation. By default, the skeleton of a list. */
  skeleton?: ReactNode
  /** To save time, `load` should start several `call()`s at the same time. */
  load: () => Promise<ReactNode>
}

/**
 * The first document has the whole page; after a navigation, the title comes before the result of `load`. For a 403,
 * names the permission. Other problems of the API, except an ended session, are shown with the request id.
 */
export async function AdminPage({ messages = [], title, lead, skeleton = <TableSkeleton />, load }: AdminPageProps) {
  const isInDocument = await isDocument()
  const loaded = <Loaded title={title} lead={lead} load={load} />
  return (
    <FurtherMessages of={messages}>
      <div className={classes.page}>
        {skeleton === null ? (
          loaded
        ) : (
          <Arriving
            isInDocument={isInDocument}
            fallback={
              isInDocument ? null : (
                <>
                  <PageHead title={title} lead={lead} />
                  {skeleton}
                </>
              )
            }
          >
            {loaded}
          </Arriving>
        )}
      </div>
    </FurtherMessages>
  )
}

function PageHead({ title, lead }: Pick<AdminPageProps, 'title' | 'lead'>) {
  if (title === null) return null
  return (
    <div className={classes.heading}>
      <PageTitle title={title} />
      {lead && <span className={classes.lead}>{lead}</span>}
    </div>
  )
}

async function Loaded({ title, lead, load }: Pick<AdminPageProps, 'title' | 'lead' | 'load'>) {
  try {
    const content = await load()
    return (
      <>
        <PageHead title={title} lead={lead} />
        {content}
      </>
    )
  } catch (error) {
    // Other errors are redirects of the framework or bugs in this page.
    if (!(error instanceof Problem) || error.code === 'unauthenticated') throw error
    if (error.code === 'not_found') notFound()
    if (error.code === 'forbidden') return <Forbidden permission={error.extras.members?.permission} />
    return <Retry reference={await pageRequestId()} />
  }
}

async function Forbidden({ permission }: { permission: unknown }) {
  const [t, names] = await Promise.all([getTranslations('admin.forbidden'), readPermissionNames()])
  return (
    <>
      <DocumentTitle title={t('title')} />
      <EmptyState
        order={1}
        icon={<IconLock size={32} stroke={1.6} />}
        title={t('title')}
        description={
          typeof permission === 'string'
            ? t.rich('description', {
                permission: names.permission(permission),
                code: permission,
                key: (text) => <Code>{text}</Code>,
              })
            : t('withoutName')
        }
        actions={
          <Button component={Link} href="/admin" variant="default">
            {t('home')}
          </Button>
        }
      />
    </>
  )
}

/** Staff without a group have no permissions. */
export async function NoGroup() {
  const t = await getTranslations('admin.noGroup')
  return (
    <EmptyState
      order={1}
      icon={<IconUsersGroup size={32} stroke={1.6} />}
      title={t('title')}
      description={t('description')}
    />
  )
}
