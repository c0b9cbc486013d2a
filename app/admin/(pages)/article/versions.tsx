'use client'

import { Badge, Button, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { DetailsSection, RecordDetails } from '@/components/admin/resource-form/record-details'
import { Moment } from '@/components/ui/moment'
import { maxVersions } from '@/lib/article/schema'
import { type Answer, send } from '@/lib/server/client'
import classes from './article.module.css'

const VersionDialog = dynamic(() => import('./version-dialog'), { ssr: false })

export type Version = Answer<'GET /cms/article/{id}/version'>[number]

interface VersionsProps {
  article: Answer<'GET /cms/article/{id}'>
  read: () => Promise<unknown>
}

export function Versions({ article, read }: VersionsProps) {
  return (
    <RecordDetails read={() => send('GET /cms/article/{id}/version', { params: { id: article.id } })}>
      {(versions) => <VersionList article={article} read={read} versions={versions} />}
    </RecordDetails>
  )
}

function VersionList({ article, read, versions }: VersionsProps & { versions: Version[] }) {
  const t = useTranslations('article.versions')
  const format = useFormatter()
  const [opened, setOpened] = useState<Version>()
  return (
    <DetailsSection title={t('title')}>
      <Text size="sm" c="dimmed">
        {t('help', { count: maxVersions })}
      </Text>
      <ul className={classes.versions}>
        {versions.map((version, index) => {
          const { id, created_at, saved_by, words } = version
          const at = format.dateTime(new Date(created_at), { dateStyle: 'medium', timeStyle: 'medium' })
          return (
            <li key={id}>
              <span className={classes.version}>
                <span>
                  <Moment at={created_at} /> {saved_by && t('by', { name: saved_by.name })}
                </span>
                <small>{t('words', { count: words })}</small>
              </span>
              {index === 0 ? (
                <Badge variant="light" radius="sm" color="gray" tt="none">
                  {t('current')}
                </Badge>
              ) : (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('showOf', { at })}
                  onClick={() => setOpened(version)}
                >
                  {t('show')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {opened && <VersionDialog article={article} version={opened} read={read} onClose={() => setOpened(undefined)} />}
    </DetailsSection>
  )
}
