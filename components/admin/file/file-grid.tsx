'use client'

import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { KeyboardEvent } from 'react'
import classes from './file.module.css'
import type { ShopFile } from './files'
import { Thumbnail } from './thumbnail'

interface FileGridProps {
  kind: 'image' | 'video'
  files: readonly ShopFile[]
  chosen: readonly ShopFile[]
  /** Of chosen files. Of several, each shows its place in the choice. */
  maximum: number
  onToggle: (file: ShopFile) => void
  onDoubleClick: (file: ShopFile) => void
}

/** The arrow keys move the focus. */
export function FileGrid({ kind, files, chosen, maximum, onToggle, onDoubleClick }: FileGridProps) {
  const t = useTranslations('form.picker')
  return (
    <ul className={classes.pictures} aria-label={t('pictures', { kind })} onKeyDown={moveFocus}>
      {files.map((file) => (
        <li key={file.id}>
          <UnstyledButton
            className={classes.picture}
            aria-pressed={chosen.some(({ id }) => id === file.id)}
            onClick={() => onToggle(file)}
            onDoubleClick={() => onDoubleClick(file)}
          >
            <Thumbnail file={file} width={160} className={classes.thumbnail} />
            {maximum > 1 && <Place of={chosen.findIndex(({ id }) => id === file.id) + 1} />}
            <span className={classes.caption} title={file.name}>
              {file.name}
              {file.width !== null && (
                <small>
                  {file.width} × {file.height}
                </small>
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** Counted from 1; 0: not chosen. */
const Place = ({ of }: { of: number }) => of > 0 && <span className={classes.place}>{of}</span>

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1
  if (at === -1) return
  const top = buttons[0]?.getBoundingClientRect().top
  const columns = buttons.filter((button) => button.getBoundingClientRect().top === top).length
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = steps[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}
