import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CommandLine } from '@/components/ui/command-line'
import { Link } from '@/components/ui/link'
import classes from './shop.module.css'

interface DevelopersProps {
  origin: string
  /** `password`: only if no other machine can reach the shop. */
  account: { name: string; password: string | undefined } | undefined
}

const asCode = (text: ReactNode) => <Code>{text}</Code>

export function Developers({ origin, account }: DevelopersProps) {
  const t = useTranslations('developers')
  return (
    <section id="developers" aria-labelledby="developers-title" className={classes.developers}>
      <Stack gap="sm">
        <Title order={2} id="developers-title" size="h3">
          {t('title')}
        </Title>
        <Text maw="60ch">{t('description')}</Text>
        <Group gap="sm" mt="xs">
          <Button component={Link} href="/docs">
            {t('reference')}
          </Button>
          <Anchor href="/api/ready" size="sm">
            {t('ready')}
          </Anchor>
        </Group>
      </Stack>
      <Stack gap="md" miw={0}>
        <CommandLine label={t('base')} text={`${origin}/v1`} />
        <CommandLine label={t('try')} text={`curl '${origin}/v1/product/recent?size=3'`} />
        {account && (
          <div className={classes.account}>
            <CommandLine
              label={t('signIn')}
              text={`curl ${origin}/v1/token -H 'Content-Type: application/json' -d '{"account":"${account.name}","secret":"${account.password ?? '…'}","type":100}'`}
            />
            <Text size="sm">
              {account.password
                ? t.rich('account', { name: account.name, password: account.password, code: asCode })
                : t.rich('accountWithoutPassword', { name: account.name, code: asCode })}
            </Text>
          </div>
        )}
      </Stack>
    </section>
  )
}
