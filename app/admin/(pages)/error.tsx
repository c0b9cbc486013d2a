'use client'

import { PageFailure } from '@/components/site/page-failure'

export default PageFailure
