import { Code } from '@mantine/core'
import { IconLock, IconUsersGroup } from '@tabler/icons-react'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type ReactNode, Suspense } from 'react'
import { Problem } from '@/lib/api/problem'
import { pageRequestId } from '@/lib/next/call'
import { FurtherMessages, type Namespace } from '@/lib/next/messages'
import { TableSkeleton } from '../resource-table/table-skeleton'
import { Retry } from '../retry'
import { State } from '../state'
import classes from './office.module.css'
import { PageTitle } from './page-title'

interface OfficePageProps {
  /** Namespaces of messages that the page's own client components need, besides those of the kit. */
  messages?: readonly Namespace[]
  /** A sentence below the title. */
  lead?: ReactNode
  /** What is shown until `load` is through: of the shape of what comes, which mostly is a list. */
  skeleton?: ReactNode
  /** Reads what the page shows, by `call()`s that are started together, and renders it. */
  load: () => Promise<ReactNode>
}

/**
 * A page of the back office. Its head is there at once, titled as the menu calls it; what `load` answers follows. Where
 * `load` is refused or fails, that is what the page says: which permission is missing, or under which request id the
 * failure is known.
 */
export function OfficePage({ messages = [], lead, skeleton = <TableSkeleton />, load }: OfficePageProps) {
  return (
    <FurtherMessages of={messages}>
      <div className={classes.page}>
        <Suspense
          fallback={
            <>
              <PageHead lead={lead} />
              {skeleton}
            </>
          }
        >
          <Loaded lead={lead} load={load} />
        </Suspense>
      </div>
    </FurtherMessages>
  )
}

function PageHead({ lead }: { lead: ReactNode }) {
  return (
    <div className={classes.heading}>
      <PageTitle />
      {lead && <span className={classes.lead}>{lead}</span>}
    </div>
  )
}

async function Loaded({ lead, load }: Pick<OfficePageProps, 'lead' | 'load'>) {
  try {
    const content = await load()
    return (
      <>
        <PageHead lead={lead} />
        {content}
      </>
    )
  } catch (error) {
    // Anything else is the framework's own way of leaving, or a fault of this page.
    if (!(error instanceof Problem) || error.code === 'unauthenticated') throw error
    if (error.code === 'not_found') notFound()
    if (error.code === 'forbidden') return <Forbidden permission={/\bcms\.[\w.]*\w/.exec(error.message)?.[0]} />
    return <Retry reference={await pageRequestId()} />
  }
}

/** Says which permission is missing, so that one knows what to ask for. */
async function Forbidden({ permission }: { permission: string | undefined }) {
  const t = await getTranslations('office.forbidden')
  return (
    <State
      order={1}
      icon={<IconLock size={32} stroke={1.6} />}
      title={t('title')}
      description={
        permission ? t.rich('description', { permission, code: (text) => <Code>{text}</Code> }) : t('withoutName')
      }
    />
  )
}

/** For staff whom nobody has given anything to do yet. */
export async function NoGroup() {
  const t = await getTranslations('office.noGroup')
  return (
    <State
      order={1}
      icon={<IconUsersGroup size={32} stroke={1.6} />}
      title={t('title')}
      description={t('description')}
    />
  )
}
