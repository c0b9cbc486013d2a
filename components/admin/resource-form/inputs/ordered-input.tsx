'use client'

import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import type { Layout, SortableListProps } from '@/components/ui/tree/sortable-list'
import { useAfterRender } from '@/components/ui/use-after-render'
import type { InputProps } from '../field'
import { FieldGroup } from './field-group'
import classes from './inputs.module.css'

// Loaded on use: it is large, and many lists are empty.
const SortableList = dynamic<SortableListProps<{ id: number }>>(
  async () => (await import('@/components/ui/tree/sortable-list')).SortableList,
  { loading: () => <Skeleton height={58} /> },
)

interface OrderedInputProps extends InputProps {
  maximum: number | undefined
  /** The values of the members to add. */
  more: () => readonly unknown[] | Promise<readonly unknown[]>
  add: string
  /** `number`: from 1. */
  nameOf: (number: number) => string
  layout?: Layout
  /** `place`: from 1. */
  children: (member: Pick<InputProps, 'path' | 'value' | 'onChange' | 'label'>, place: number) => ReactNode
}

/** Members are moved by dragging or with the keyboard. */
export function OrderedInput(props: OrderedInputProps) {
  const { path, value, onChange, label, description, error, disabled, required } = props
  const { maximum, more, add, nameOf, layout = 'cards', children } = props
  const t = useTranslations('form.list')
  const afterRender = useAfterRender()
  const root = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const members: readonly unknown[] = Array.isArray(value) ? value : []
  const { keys, setKeys } = useKeys(members.length)
  const setMembers = (order: { key: number; member: unknown }[]) => {
    setKeys(order.map(({ key }) => key))
    onChange(order.map(({ member }) => member))
  }
  const keyed = members.map((member, index) => ({ key: keys[index] ?? 0, member }))
  const isFull = maximum !== undefined && members.length >= maximum
  return (
    <FieldGroup ref={root} path={path} label={label} description={description} error={error} required={required}>
      {members.length > 0 && (
        <SortableList
          label={label}
          items={keyed.map(({ key }) => ({ id: key }))}
          nameOf={({ id: key }) => nameOf(keys.indexOf(key) + 1)}
          onOrder={(order) => setMembers(order.flatMap(({ id: key }) => keyed.find((one) => one.key === key) ?? []))}
          disabled={disabled}
          layout={layout}
        >
          {({ id: key }) => {
            const index = keys.indexOf(key)
            const name = nameOf(index + 1)
            return (
              <fieldset aria-label={name} className={layout === 'gallery' ? classes.tile : classes.member}>
                {children(
                  {
                    path: `${path}.${index}`,
                    label: name,
                    value: members[index],
                    onChange: (next) => onChange(members.map((one, at) => (at === index ? next : one))),
                  },
                  index + 1,
                )}
                {!disabled && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('remove', { name })}
                    onClick={() => {
                      setMembers(keyed.filter((one) => one.key !== key))
                      addButton.current?.focus()
                    }}
                  >
                    <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                  </ActionIcon>
                )}
              </fieldset>
            )
          }}
        </SortableList>
      )}
      {!disabled && (
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          disabled={isFull}
          title={isFull ? t('full', { maximum }) : undefined}
          onClick={async () => {
            const added = await more()
            if (added.length === 0) return
            const lastKey = Math.max(0, ...keys)
            setMembers([...keyed, ...added.map((member, at) => ({ key: lastKey + at + 1, member }))])
            const newPath = `${path}.${members.length}`
            afterRender(() => root.current?.querySelector<HTMLElement>(`[data-field^="${newPath}"]`)?.focus())
          }}
        >
          {add}
        </Button>
      )}
    </FieldGroup>
  )
}

/** A key moves with its member. If something else has changed the length of the list, all keys are new. */
function useKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([])
  if (keys.length !== count) {
    const newKeys = Array.from({ length: count }, (_, index) => index + 1)
    setKeys(newKeys)
    return { keys: newKeys, setKeys }
  }
  return { keys, setKeys }
}
