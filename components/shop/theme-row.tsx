import { Image, Text } from '@mantine/core'
import Link from 'next/link'
import type { z } from 'zod'
import { shopLanguage } from '@/components/ui/language'
import type { Theme } from '@/lib/theme/schema'
import classes from './shop.module.css'

export function ThemeRow({ themes }: { themes: z.output<typeof Theme>[] }) {
  return (
    <ul className={classes.themes} lang={shopLanguage}>
      {themes.map(({ id, name, description, topic_image_url }) => (
        <li key={id} className={classes.theme}>
          {topic_image_url && <Image src={topic_image_url} alt="" width={800} height={600} loading="lazy" />}
          <div>
            <Text component="h3" fw={650}>
              <Link prefetch={false} href={`/theme/${id}`} className={classes.stretched}>
                {name}
              </Link>
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  )
}
