'use client'

import { useEffect, useRef } from 'react'
import classes from './check.module.css'

interface CheckProps {
  /** Not needed inside a <label>. */
  label?: string
  title?: string | undefined
  checked: boolean
  /** Some but not all rows are checked. */
  isPartial?: boolean
  disabled?: boolean
  /** For a card instead of a table row. */
  isLarge?: boolean
  onChange: (event: unknown) => void
}

/** A single element, because a list has many checkboxes. */
export function Check({ label, title, checked, isPartial = false, disabled, isLarge, onChange }: CheckProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartial
  }, [isPartial])
  return (
    <input
      ref={input}
      type="checkbox"
      className={classes.check}
      data-large={isLarge || undefined}
      aria-label={label}
      title={title}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
