'use client'

import { CloseButton, Input, Popover, ScrollArea, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { AnyIcon, menuIconNames } from '@/components/admin/frame/any-icon'
import type { InputProps } from '@/components/admin/resource-form/field'
import classes from './menu.module.css'

export function IconPicker({ path, value, onChange, label, description, error, disabled }: InputProps) {
  const t = useTranslations('menu')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const chosen = typeof value === 'string' ? value : ''
  const matches = menuIconNames.filter((name) => name.includes(typed.trim().toLowerCase()))
  const choose = (name: string) => {
    onChange(name)
    setOpen(false)
  }
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" labelProps={{ id }}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus>
        <div className={classes.icon}>
          <Popover.Target>
            <UnstyledButton
              className={classes.chosen}
              aria-labelledby={`${id} ${id}-chosen`}
              data-field={path}
              disabled={disabled}
              onClick={() => setOpen(!isOpen)}
            >
              <AnyIcon name={chosen} />
              <span id={`${id}-chosen`}>{chosen || t('noIcon')}</span>
            </UnstyledButton>
          </Popover.Target>
          {chosen && !disabled && <CloseButton aria-label={t('removeIcon')} onClick={() => onChange('')} />}
        </div>
        <Popover.Dropdown aria-label={label} p="xs">
          <TextInput
            data-autofocus
            size="xs"
            aria-label={t('findIcon')}
            placeholder={t('findIcon')}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            // Enter chooses the first match instead of submitting the form.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (matches[0]) choose(matches[0])
            }}
          />
          <ScrollArea.Autosize mah={240} mt="xs">
            <div className={classes.icons}>
              {matches.map((name) => (
                <Tooltip key={name} label={name} openDelay={300}>
                  <UnstyledButton
                    className={classes.choice}
                    aria-label={name}
                    aria-pressed={name === chosen}
                    onClick={() => choose(name)}
                  >
                    <AnyIcon name={name} size={20} />
                  </UnstyledButton>
                </Tooltip>
              ))}
            </div>
            {matches.length === 0 && <p className={classes.none}>{t('noIconFound')}</p>}
          </ScrollArea.Autosize>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  )
}
