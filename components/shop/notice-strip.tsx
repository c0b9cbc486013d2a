import { IconChevronDown, IconSpeakerphone } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { shopLanguage } from '@/components/ui/language'
import { RichText } from '@/components/ui/rich-text'
import type { Notice } from '@/lib/notice/schema'
import classes from './shop.module.css'

export function NoticeStrip({ notices }: { notices: z.output<typeof Notice>[] }) {
  const t = useTranslations('shop')
  return (
    <details className={classes.notices}>
      <summary>
        <IconSpeakerphone size={18} stroke={1.7} aria-label={t('notices')} role="img" className={classes.speaker} />
        <span lang={shopLanguage}>{notices[0]?.title}</span>
        <IconChevronDown size={18} stroke={1.7} aria-hidden="true" className={classes.chevron} />
      </summary>
      {notices.map(({ id, title, content }) => (
        <article key={id}>
          <h3 lang={shopLanguage}>{title}</h3>
          <RichText html={content} lang={shopLanguage} />
        </article>
      ))}
    </details>
  )
}
