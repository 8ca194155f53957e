//! Client quotas (KIP-546); kept, and enforced by whoever serves them.

use std::collections::BTreeMap;
use std::sync::Arc;

use moldau_protocol::messages::ClientQuotaRecord;

use super::ChunkMap;

/// Who a quota is for: entity type (`user`, `client-id`, `ip`) to name; `None` is the default of
/// that type.
pub type QuotaEntity = BTreeMap<String, Option<String>>;

/// Quotas of every entity that has any.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClientQuotasImage {
    entities: ChunkMap<QuotaEntity, Arc<BTreeMap<String, f64>>>,
}

impl ClientQuotasImage {
    /// Quota keys and values of an entity.
    #[must_use]
    pub fn get(&self, entity: &QuotaEntity) -> Option<&BTreeMap<String, f64>> {
        self.entities.get(entity).map(Arc::as_ref)
    }

    /// Every entity with at least one quota.
    pub fn iter(&self) -> impl Iterator<Item = (&QuotaEntity, &BTreeMap<String, f64>)> {
        self.entities.iter().map(|(entity, quotas)| (entity, quotas.as_ref()))
    }

    pub(super) fn replay(&mut self, record: &ClientQuotaRecord) {
        let entity: QuotaEntity = record
            .entity
            .iter()
            .map(|part| (part.entity_type.clone(), part.entity_name.clone()))
            .collect();
        let mut quotas = self.entities.get(&entity).cloned().unwrap_or_default();
        let map = Arc::make_mut(&mut quotas);
        if record.remove {
            map.remove(&record.key);
        } else {
            map.insert(record.key.clone(), record.value);
        }
        if quotas.is_empty() {
            self.entities.remove(&entity);
        } else {
            self.entities.insert(entity, quotas);
        }
    }
}
