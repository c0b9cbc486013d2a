'use client'

import { Checkbox } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type GrantOptions, grantableIn, type Permission, stateIn, switched } from './grants'

export interface MatrixGrants {
  options: GrantOptions
  granted: readonly string[]
  disabled: boolean
  /** Id of the hint that some permissions cannot be granted. undefined: there is no hint. */
  lockedHint: string | undefined
  onChange: (codes: string[]) => void
}

interface GrantBoxProps {
  grants: MatrixGrants
  /** To switch, as far as the user may grant them. */
  permissions: readonly Permission[]
  /** Determine the state of the box; `permissions` by default. */
  all?: readonly Permission[]
  name: string
  label: ReactNode
}

export function GrantBox({ grants, permissions, all = permissions, name, label }: GrantBoxProps) {
  const t = useTranslations('group')
  const { options, granted, disabled, lockedHint, onChange } = grants
  const grantable = grantableIn(options, permissions)
  const { checked, indeterminate } = stateIn(options, granted, all)
  const isLocked = grantable.length === 0
  return (
    <Checkbox
      size="xs"
      label={label}
      aria-label={name}
      aria-describedby={isLocked ? lockedHint : undefined}
      title={isLocked && lockedHint !== undefined ? t('notHeld') : undefined}
      checked={checked}
      indeterminate={indeterminate}
      disabled={disabled || isLocked}
      onChange={() => onChange(switched(options, granted, grantable, !stateIn(options, granted, permissions).checked))}
    />
  )
}
