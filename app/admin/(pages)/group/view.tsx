'use client'

import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconLock, IconUserPlus } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { useRecordCrumb } from '@/components/admin/frame/record-crumb'
import { usePermissionNames } from '@/components/admin/permission-names'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Tag, Tags } from '@/components/admin/tag/tag'
import { Fact, Facts } from '@/components/ui/facts'
import { Link } from '@/components/ui/link'
import { Person } from '@/components/ui/person'
import { commonVerbs } from '@/lib/auth/names'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { titleOf } from '@/lib/menu/routes'
import { type Answer, send } from '@/lib/server/client'
import { canGrant, type GrantOptions, isFollowing, type Permission, permissionsOf } from './grants'
import classes from './group.module.css'

const AddMembers = dynamic(() => import('./add-members'), { ssr: false })

export type Members = readonly Pick<RowOf<'GET /cms/user'>, 'id' | 'nickname' | 'avatar_url'>[]

type Group = Answer<'GET /cms/group/{id}'>

interface GroupViewProps {
  group: Group
  members: Members | undefined
  grantOptions: GrantOptions
}

/** Leaves out what the user may not read, except the number of members. */
export function GroupView({ group, members, grantOptions }: GroupViewProps) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const can = useCan()
  useRecordCrumb(group.name)
  const missing = group.permission_codes.filter((code) => !canGrant(grantOptions, code))
  return (
    <div className={classes.view}>
      {group.description && (
        <Text size="sm" c="dimmed">
          {group.description}
        </Text>
      )}
      {can('group.update') && missing.length > 0 && (
        <Alert color="gray" variant="light" icon={<IconLock size={18} stroke={1.6} aria-hidden="true" />}>
          {t('beyond', { points: missing.map(names.permission).join(t('comma')) })}
        </Alert>
      )}
      <MemberList group={group} members={members} mayAdd={can('user.update') && missing.length === 0} />
      <Granted codes={group.permission_codes} grantOptions={grantOptions} />
      <Shown group={group} grantOptions={grantOptions} />
      <FormHistory
        record={group}
        history={(id, query) => send('GET /cms/group/{id}/history', { params: { id }, query })}
      />
    </div>
  )
}

interface PartProps {
  title: string
  /** Beside the title. */
  note: string
  action?: ReactNode
  children: ReactNode
}

function Part({ title, note, action, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.partHead}>
        <h2>{title}</h2>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        {action && <div className={classes.partAction}>{action}</div>}
      </div>
      {children}
    </section>
  )
}

interface MemberListProps {
  group: Group
  members: Members | undefined
  /** Needs the permission to change staff, and all permissions of the group. */
  mayAdd: boolean
}

function MemberList({ group, members = [], mayAdd }: MemberListProps) {
  const t = useTranslations('group')
  const mayOpen = useMayOpen()('/admin/user')
  const [isAdding, setAdding] = useState(false)
  const { id, member_count } = group
  return (
    <Part
      title={t('memberTitle')}
      note={t('memberCount', { count: member_count })}
      action={
        mayOpen &&
        mayAdd && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUserPlus size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('addMembers')}
          </Button>
        )
      }
    >
      {isAdding && <AddMembers group={group} onClose={() => setAdding(false)} />}
      {members.length > 0 && (
        <ul className={classes.members}>
          {members.map(({ id: user_id, nickname, avatar_url }) => (
            <li key={user_id}>
              <Person name={nickname} url={avatar_url}>
                <RecordAnchor resource="user" id={user_id}>
                  {nickname}
                </RecordAnchor>
              </Person>
            </li>
          ))}
        </ul>
      )}
      {mayOpen && member_count > members.length && (
        <Anchor component={Link} href={`/admin/user?group_id=${id}`} size="sm">
          {t('allMembers')}
        </Anchor>
      )}
    </Part>
  )
}

/** Common verbs come first, in their usual order. */
const placeOf = ({ verb }: Permission): number => {
  const place = commonVerbs.indexOf(verb)
  return place < 0 ? commonVerbs.length : place
}

function Granted({ codes, grantOptions }: { codes: string[]; grantOptions: GrantOptions }) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const permissions = permissionsOf(grantOptions, codes)
  const granted = permissions.filter(({ code }) => codes.includes(code))
  const modules = [...new Set(granted.map(({ module }) => module))]
  return (
    <Part title={t('permission')} note={t('given', { count: granted.length, total: permissions.length })}>
      <div className={classes.columns}>
        <Facts>
          {modules.map((module) => (
            <Fact key={module} name={names.module(module)}>
              <Tags>
                {granted
                  .filter((permission) => permission.module === module)
                  .toSorted((a, b) => placeOf(a) - placeOf(b))
                  .map(({ code, verb, isObsolete }) => (
                    <Tag key={code} style="default">
                      {isObsolete ? `${code} (${t('obsolete')})` : names.verb(verb, module)}
                    </Tag>
                  ))}
              </Tags>
            </Fact>
          ))}
        </Facts>
      </div>
    </Part>
  )
}

function Shown({ group, grantOptions }: { group: Group; grantOptions: GrantOptions }) {
  const { menus, elements = [] } = grantOptions
  const t = useTranslations('group')
  const names = usePermissionNames()
  const locale = useLocale()
  if (!menus) return null
  const pages = flattenTree(menus).filter(({ type }) => type !== 'directory')
  const shown = pages.filter(({ id }) => group.menu_ids.includes(id))
  return (
    <Part title={t('menusAndElements')} note={t('shown', { count: shown.length, total: pages.length })}>
      {!isFollowing(grantOptions, group) && <p className={classes.note}>{t('followOff')}</p>}
      <div className={classes.columns}>
        <Facts>
          {shown.map((menu) => {
            const own = elements.filter(({ id, menu_id }) => menu_id === menu.id && group.element_ids.includes(id))
            const { permission_code } = menu
            const isHidden = permission_code !== null && !group.permission_codes.includes(permission_code)
            return (
              <Fact key={menu.id} name={titleOf(locale, menu)}>
                {isHidden ? (
                  t('lacking', { point: names.permission(permission_code) })
                ) : (
                  <Tags>
                    {own.length === 0 && (
                      <Text span inherit c="dimmed">
                        {t('pageAlone')}
                      </Text>
                    )}
                    {own.map(({ id, name }) => (
                      <Tag key={id} style="default">
                        {name}
                      </Tag>
                    ))}
                  </Tags>
                )}
              </Fact>
            )
          })}
        </Facts>
      </div>
    </Part>
  )
}
