import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { Link } from '@/components/link'
import type { Checklist, ChecklistKey } from '@/lib/dashboard/schema'
import classes from './start.module.css'
import { Hideable } from './start-hideable'

interface StartChecklistProps {
  checklist: z.output<typeof Checklist>
  /** The name under which the browser remembers that it is hidden. */
  preference: string
}

/** What a new shop needs, each with a link to where it is done until it is. */
export function StartChecklist({ checklist, preference }: StartChecklistProps) {
  const t = useTranslations('dashboard.setup')
  const texts: Record<ChecklistKey, { title: string; text: string }> = {
    category: { title: t('category.title'), text: t('category.text') },
    product: { title: t('product.title'), text: t('product.text') },
    banner: { title: t('banner.title'), text: t('banner.text') },
    return_address: { title: t('return_address.title'), text: t('return_address.text') },
    colleague: { title: t('colleague.title'), text: t('colleague.text') },
    wechat: { title: t('wechat.title'), text: t('wechat.text') },
  }
  const doneCount = checklist.filter(({ done }) => done).length
  return (
    <Hideable
      title={t('title')}
      note={t('progress', { done: doneCount, total: checklist.length })}
      preference={preference}
      hide={t('hide')}
      hidden={t('hidden')}
    >
      <ul className={classes.steps}>
        {checklist.map(({ key, done, href }) => (
          <li key={key} className={classes.step}>
            {done ? (
              <>
                <IconCircleCheck size={20} stroke={1.6} role="img" aria-label={t('done')} />
                <s>{texts[key].title}</s>
              </>
            ) : (
              <>
                <IconCircleDashed size={20} stroke={1.6} role="img" aria-label={t('open')} />
                <div>
                  <Link href={href} prefetch={false}>
                    {texts[key].title}
                  </Link>
                  <p className={classes.quiet}>{texts[key].text}</p>
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
    </Hideable>
  )
}
