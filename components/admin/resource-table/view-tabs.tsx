'use client'

import { ActionIcon, Button } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { isNewTabClick } from '@/components/admin/resource-form/record-link'
import { leave } from '@/components/admin/resource-form/unsaved'
import { PopupMenu } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import classes from './resource-table.module.css'
import type { TableModel } from './use-resource-table'
import { nowOf, useSaveView } from './use-save-view'
import type { SavedView } from './use-views'
import { isSameView } from './views'

const ViewDialog = dynamic(() => import('./view-dialog'), { ssr: false })

export type ViewTask = { kind: 'create' } | { kind: 'rename' | 'delete'; view: SavedView }

/** Renders nothing if there are no views. */
export function ViewTabs<Row extends { id: number }>({ model }: { model: TableModel<Row> }) {
  const t = useTranslations('table')
  const path = usePathname()
  const { views } = model
  const [task, setTask] = useState<ViewTask>()
  const { chosen } = views
  const isChanged = isViewChanged(model)
  const save = useSaveView(model)
  return (
    <>
      {views.views.length > 0 && (
        <nav className={classes.viewTabs} aria-label={t('views')}>
          <ViewLink model={model} href={path} isChosen={!chosen}>
            {t('defaultView')}
          </ViewLink>
          {views.views.map((view) => (
            <span key={view.id} className={classes.view} data-chosen={view === chosen || undefined}>
              <ViewLink model={model} href={hrefOf(path, view)} isChosen={view === chosen}>
                {view.name}
                {view === chosen && isChanged && <Changed />}
              </ViewLink>
              {view === chosen && (
                <ViewMenu
                  view={view}
                  onOverwrite={isChanged ? () => void save.overwrite(view) : undefined}
                  onTask={setTask}
                />
              )}
            </span>
          ))}
        </nav>
      )}
      {task && <ViewDialog task={task} save={save} onClose={() => setTask(undefined)} />}
    </>
  )
}

interface ViewMenuProps {
  view: SavedView
  /** undefined: the state has not changed. */
  onOverwrite: (() => void) | undefined
  onTask: (task: ViewTask) => void
}

function ViewMenu({ view, onOverwrite, onTask }: ViewMenuProps) {
  const t = useTranslations('table')
  const { target, popup } = usePopup('menu')
  const label = t('viewMenu', { name: view.name })
  return (
    <>
      <ActionIcon variant="transparent" color="gray" size={24} aria-label={label} title={label} {...target}>
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </ActionIcon>
      <PopupMenu
        popup={popup}
        position="bottom-start"
        entries={[
          ...(onOverwrite ? [{ key: 'overwrite', label: t('overwriteView'), onSelect: onOverwrite }] : []),
          { key: 'rename', label: t('renameView'), onSelect: () => onTask({ kind: 'rename', view }) },
          { key: 'delete', label: t('deleteView'), danger: true, onSelect: () => onTask({ kind: 'delete', view }) },
        ]}
      />
    </>
  )
}

/** Shown only if {@link isViewChanged}. */
export function SaveViewButton<Row extends { id: number }>({ model }: { model: TableModel<Row> }) {
  const t = useTranslations('table')
  const [isOpen, setOpen] = useState(false)
  const save = useSaveView(model)
  return (
    <>
      {isViewChanged(model) && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmark size={14} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('saveView')}
        </Button>
      )}
      {isOpen && <ViewDialog task={{ kind: 'create' }} save={save} onClose={() => setOpen(false)} />}
    </>
  )
}

/** From the chosen view, or from the default state if none is chosen. */
function isViewChanged<Row extends { id: number }>(model: TableModel<Row>): boolean {
  const { state, views } = model
  if (!views.chosen) return Object.keys(state.query).length > 0 || state.shown !== undefined
  const { query, columns } = views.chosen
  return !isSameView(nowOf(model), { query: state.queryOf(query), columns })
}

const hrefOf = (path: string, { id, query }: SavedView) => `${path}?view=${id}${query && `&${query}`}`

interface ViewLinkProps<Row extends { id: number }> {
  model: TableModel<Row>
  href: string
  isChosen: boolean
  children: ReactNode
}

/** The former rows stay, dimmed, until the view is read. */
function ViewLink<Row extends { id: number }>({ model, href, isChosen, children }: ViewLinkProps<Row>) {
  const router = useRouter()
  return (
    <Link
      href={href}
      prefetch={false}
      className={classes.viewTab}
      aria-current={isChosen ? 'page' : undefined}
      onClick={(event: MouseEvent) => {
        if (isNewTabClick(event)) return
        event.preventDefault()
        leave(() => model.state.open(() => router.push(href, { scroll: false })))
      }}
    >
      {children}
    </Link>
  )
}

function Changed() {
  const t = useTranslations('table')
  return (
    <>
      <span className={classes.viewChanged} title={t('viewChanged')} aria-hidden="true" />
      <span className={classes.visuallyHidden}>{t('viewChanged')}</span>
    </>
  )
}
