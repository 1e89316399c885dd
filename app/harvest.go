package app

import (
	"context"

	"xunlu/engine"
)

// Harvest tells the routes per 100 fetches of a site by shape of address, the most fetched first; "" means all sites.
func (a *App) Harvest(ctx context.Context, site string) ([]engine.Harvest, error) {
	return a.coord.Harvest(ctx, site)
}
