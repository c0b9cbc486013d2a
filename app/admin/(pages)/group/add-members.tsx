'use client'

import { Button, CloseButton, Modal, Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import RecordPicker from '@/components/admin/resource-table/record-picker'
import { useFailureText } from '@/components/ui/failure-text'
import { Person } from '@/components/ui/person'
import { useAction } from '@/components/ui/use-action'
import { refusalOf, send } from '@/lib/server/client'
import classes from './group.module.css'

type Staff = RowOf<'GET /cms/user'>

interface AddMembersProps {
  group: { id: number; name: string }
  onClose: () => void
}

/** Users that the server refuses stay selected, with the reason. */
export default function AddMembers({ group, onClose }: AddMembersProps) {
  const t = useTranslations('group')
  const tForm = useTranslations('form')
  const textOf = useFailureText()
  const act = useAction()
  const [found, setFound] = useState<ReadonlyMap<string, Staff>>(new Map())
  const [chosen, setChosen] = useState<readonly Staff[]>([])
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [isBusy, setBusy] = useState(false)

  const search = async (q: string) => {
    const { items } = await send('GET /cms/user', { query: { size: 20, sort: 'nickname', ...(q && { q }) } })
    const others = items.filter(({ groups }) => groups.every(({ id }) => id !== group.id))
    setFound(new Map(others.map((one) => [String(one.id), one])))
    return others.map((one) => ({ value: String(one.id), label: labelOf(one) }))
  }
  const choose = (key: string | undefined) => {
    const one = key === undefined ? undefined : found.get(key)
    if (one) setChosen([...chosen.filter(({ id }) => id !== one.id), one])
  }
  const leaveOut = (left: number) => setChosen(chosen.filter(({ id }) => id !== left))

  const add = async () => {
    setBusy(true)
    const ids = chosen.map(({ id }) => id)
    let refused: ReadonlyMap<number, string> = new Map()
    const isDone = await act(
      async () => {
        const { results } = await send('POST /cms/user/bulk', { body: { ids, action: 'groups', add: [group.id] } })
        const reasons = results.flatMap(({ id, problem }) =>
          problem ? [[id, textOf(refusalOf(problem, problem.status)).text] as const] : [],
        )
        refused = new Map(reasons)
        return ids.length - refused.size
      },
      { success: (count) => (count > 0 ? t('added', { count }) : ''), failure: t('notAdded') },
    )
    setBusy(false)
    if (!isDone) return
    setRefusals(refused)
    setChosen(chosen.filter(({ id }) => refused.has(id)))
    if (refused.size === 0) onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('addMembersTo', { name: group.name })}
      centered
      closeButtonProps={{ 'aria-label': tForm('close') }}
    >
      <Stack pt={4}>
        <RecordPicker
          label={t('findStaff')}
          known={[]}
          search={search}
          chosen={undefined}
          onChoose={(option) => choose(option?.value)}
        />
        {chosen.length > 0 && (
          <ul className={classes.chosen} aria-label={t('chosenStaff')}>
            {chosen.map((one) => (
              <li key={one.id}>
                <Person name={one.nickname} url={one.avatar_url}>
                  <Text span size="sm">
                    {labelOf(one)}
                  </Text>
                </Person>
                <CloseButton
                  size="sm"
                  aria-label={t('leaveOut', { name: one.nickname })}
                  onClick={() => leaveOut(one.id)}
                />
                {refusals.has(one.id) && (
                  <Text size="sm" c="red" role="alert">
                    {refusals.get(one.id)}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        )}
        <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => void add()}>
          {t('addCount', { count: chosen.length })}
        </Button>
      </Stack>
    </Modal>
  )
}

/** Two users may have the same nickname. */
const labelOf = ({ nickname, username }: Staff) => (username ? `${nickname} (${username})` : nickname)
