'use client'

import { Button, Code, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import classes from './login.module.css'

interface DemonstrationAccountsProps {
  names: string[]
  /** Of all accounts. undefined if other machines can reach the server: the page must not publish a password. */
  password: string | undefined
}

/** A click fills in the sign-in form around this list. */
export function DemonstrationAccounts({ names, password }: DemonstrationAccountsProps) {
  const t = useTranslations('login.demonstration')
  const fill = (event: MouseEvent<HTMLButtonElement>, name: string) => {
    const { form } = event.currentTarget
    const values = { account: name, secret: password ?? '' }
    for (const [field, value] of Object.entries(values)) {
      const input = form?.elements.namedItem(field)
      if (input instanceof HTMLInputElement) input.value = value
    }
    const next = password ? form?.querySelector<HTMLElement>('[type=submit]') : form?.elements.namedItem('secret')
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <div className={classes.accounts}>
      <Text size="sm" c="dimmed" mb="xs">
        {password ? t.rich('lead', { password, code: (text) => <Code>{text}</Code> }) : t('leadWithoutPassword')}
      </Text>
      <Group gap="xs">
        {names.map((name) => (
          <Button key={name} type="button" variant="default" size="xs" onClick={(event) => fill(event, name)}>
            {name}
          </Button>
        ))}
      </Group>
    </div>
  )
}
