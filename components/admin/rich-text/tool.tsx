'use client'

import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type ComponentPropsWithRef, createContext, type ReactNode, use } from 'react'
import classes from './editor.module.css'

/** The one tool that the Tab key reaches. */
export const CurrentTool = createContext({ current: '', setCurrent: (_: string) => {} })

interface ToolProps extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps> {
  name: string
  label: string
  icon?: TablerIcon
  /** For a tool that switches a state such as bold. */
  isOn?: boolean
  isDisabled?: boolean
  children?: ReactNode
}

/** A disabled button stays reachable by arrow keys. */
export function Tool({ name, label, icon: Icon, isOn, isDisabled = false, className, children, ...rest }: ToolProps) {
  const { current, setCurrent } = use(CurrentTool)
  const { onClick } = rest
  return (
    <UnstyledButton
      {...rest}
      type="button"
      data-tool={name}
      // Escape is handled here and does not close the drawer around the form.
      data-mantine-stop-propagation="true"
      tabIndex={current === name ? 0 : -1}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-disabled={isDisabled || undefined}
      className={`${classes.tool} ${className ?? ''}`}
      onFocus={() => setCurrent(name)}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={isDisabled ? undefined : onClick}
    >
      {Icon ? <Icon size={18} stroke={1.6} aria-hidden="true" /> : children}
    </UnstyledButton>
  )
}
