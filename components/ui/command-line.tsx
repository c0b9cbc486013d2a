'use client'

import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'

export function CommandLine({ label, text }: { label: string; text: string }) {
  const t = useTranslations('copy')
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-xs" onClick={copy} aria-label={`${t('copy')}: ${label}`}>
              <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
    </div>
  )
}
